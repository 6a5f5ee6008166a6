//! Plain words: what any text is made of, and what any rulebook is made of.

use std::collections::HashSet;

use crate::analyzer::{Analyzer, TokenKind};

/// Words that join others.
const ENGLISH: &str = "a about above after again against all also although always am an and another any anyone anything are \
    as at away back be became because become becomes been before behind being below beside besides between beyond both but by \
    came can cannot come comes could did do does doing done down during each either else end enough even ever every everything \
    except few fewer first for from further get gets give given gives go goes going gone had has have having he hence her here \
    him himself his how however if in instead into is it its itself just last later least less like likewise made make makes \
    many may me mean means might mine more most much must my neither never next no nobody none nor not nothing now of off often \
    on once one only onto or other others otherwise our out outside over own per put puts rather same second see seen several \
    shall she should show shown shows side since so some something soon still such take taken takes than that the their them \
    themselves then there therefore these they thing third this those though three through thus till to together too toward \
    towards twice two under unless until up upon us use used uses using very was way we well went were what whatever when \
    whenever where wherever whether which while who whoever whole whom whose why will with within without would yes yet you \
    your e.g i.e etc";
/// Words about rules and documents.
const ENGLISH_RULES: &str = "allow allowed answer apply applied applies assume beginning begin case certain change chapter \
    choice choose chooses chosen clear compare condition contain count counted counts decide different document doubt edition \
    effect english equal exactly example exception fact final find follow followed following follows form full general great \
    ground half hold holds human illustration instance keep kept kind known leave leaves left list long machine main may mention \
    moment name named necessary new note number order original page paragraph part passage permit permitted person place \
    point possible print printed prints provision question read reading reads reason refer reference remain remaining remains \
    restate restatement result right rule rulebook rules russian sample say says section sentence separate set similar simple \
    single speak speaks special stand stands statement status stays step table tell tells term text title total translated \
    translation translator true turn understood value version whichever word wording words write wrong zero four five six \
    seven eight nine ten aboard inside earlier later alone drawn won lost sunk happen let win reasonable sense sensible literal literally japanese greek passages usual usually short real far near";
const RUSSIAN: &str = "а без более больше будет будут бы был была были было быть в вам вас весь во вот все всего всегда \
    всей всем всех всю вся всё вы где да даже для до его ее её ей если есть еще ещё же за здесь и из или им их к как какая \
    какие какой как-либо когда который кроме ли либо лишь между меньше мы на над надо не нет ни нибудь них но ну о об оба обе \
    один одна одно около он она они оно от очень перед по под пока после потом при про раз равно ради с сам сама сами само \
    самый свой себе себя сейчас со сразу среди столько сколько так также такая такие такой такое там то тогда того тоже той \
    только том тот ту тут ты у уже хотя чего чем через что чтобы чье чья эта эти это этой этом этот эту я нельзя можно может \
    могут мочь должен должна должны лишний любой каждый другой иной иначе нужно следует первый второй третий последний \
    следующий прежний весь целый два две три четыре пять шесть семь восемь девять десять двух трёх трех обоих никакой ничей \
    ничто никто нечто кто тем самым раньше позже дальше ниже выше вместо именно например значит наоборот вдвоём вне против вдоль внутри вокруг мимо вести нести идти весть сезон прошлый единственный наибольший наименьший ничего конец конце концу конца начало автор замечание";
const RUSSIAN_RULES: &str = "абзац версия вид внимание возможность вопрос время глава данный документ значение изменение \
    имя иллюстрация источник качество конец лицо место момент название начало номер образ общий ответ оговорка основание \
    особый отдельный оставшийся очередной перевод переводчик переведённый пример примечание порядок правило причина прочтение \
    пункт раз раздел разный результат русский английский случай слово смысл соответствующий способ сторона строка \
    сумма текст толкование уже условие условный фраза целое часть человек число читать печатный указанный описанный \
    необходимый нужный похожий полный простой прямой самый собственный сомнение такой точный упомянутый буквально английское";
const JAPANESE: &str = "場合 必要 以下 以上 可能 時点 最初 最後 自分 本書 文書 合計 同時 同様 全員 両方 片方 一方 他方 双方 規定 \
    規則 原文 翻訳 訳文 訳者 文中 文字 文言 例外 該当 上記 下記 前記 次回 今回 前回 毎回 一部 全部 全体 部分 残り 内容 意味 解釈 \
    疑問 理由 結果 原因 判断 適用 対象 方法 手順 条件 状態 状況 以外 以前 以後 以降 直前 直後 途中 終了 開始 使用 実行 解決 選択 \
    決定 確認 変更 追加 指定 指示 表示 記載 記述 説明 参照 禁止 許可 処理 発生 存在 成立 合致 一致 不明 明示 明記 明確 完全 通常 \
    特別 特定 個別 一般 基本 最大 最小 最低 最高 上限 下限 数値 数字 番号 名前 名称 表記 見出 項目 段落 文章 英語 日本語 本文 注記 \
    印刷 掲載 省略 欠落 矛盾 相違 区別 同一 同士 相互 別々 単独 独立 自由 任意 自動 次第 順番 順序 交互 逐次 一度 二度 一回 二回 \
    半分 半数 端数 切上 倍数 人間 機械 場所 位置 時間 期間 瞬間 目的 効果 影響 関係 事例 具体例 実例 例示 図例 図中 ケース ルール \
    テキスト セクション バージョン ページ タイトル データ ため こと もの とき 可否 有無 結局 実際 当然 前提 推定 推測 推論 想定 \
    仮定 見本 注意 不要 不可 無視 考慮 計算 比較 合算 加算 減算 増加 減少 維持 保持 保留 継続 完了 中止 中断 再度 最終 最終的 \
    基本的 一般的 自動的 明示的 最優先 優先 限定 制限 除外 代替 交換 対応 相当 分割 区分 分類 種類 各種 以内 内部 外部 全種類 \
    出典 資料 元資料 読者 著者 編者 版元 独自 前者 後者 本項 同項 前項 次項 各項 箇所 個所 個目 番目 回目 唯一 両者 底本 機械翻訳 記事 プレイヤー ダイス カード マップ ルールブック 自身 ゲーム プレイ 自軍 著述 文献 言及 定義 用語 表現 言葉 単語";

/// The plain words of all languages, as they are looked for.
#[derive(Debug)]
pub(super) struct Plain {
    words: HashSet<String>,
}

impl Plain {
    /// With the words of `titles`, which are names everybody knows.
    pub(super) fn new<'t>(analyzer: &Analyzer, titles: impl Iterator<Item = &'t str>) -> Self {
        let lists = [ENGLISH, ENGLISH_RULES, RUSSIAN, RUSSIAN_RULES];
        let tokens = lists.into_iter().chain(titles).flat_map(|list| analyzer.cut(list));
        let tokens = tokens.filter(|token| token.kind == TokenKind::Word).map(|token| token.term);
        Self { words: tokens.chain(JAPANESE.split_whitespace().map(str::to_owned)).collect() }
    }

    /// Whether a stem or a Japanese compound is plain.
    pub(super) fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}
