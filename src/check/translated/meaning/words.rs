//! Words that decide what a rule means, by language: who adds a language adds a table.
//!
//! Each line names what its words mean. A word with `~` before it, or a meaning with one, may mean it: it excuses the other
//! text and accuses none. `*` stands for any ending. The longest words count first, so that "no more than" is no negation;
//! what is only in the way of shorter words has the meaning `-`.

/// What is looked for, by the word that messages have for it.
pub(super) const MEANINGS: &[&str] = &[
    "not",
    "only",
    "may",
    "must",
    "at least",
    "at most",
    "more than",
    "less than",
    "before",
    "after",
    "all",
    "any",
    "own",
    "enemy",
    "raise",
    "lower",
    "multiply",
    "divide",
    "win",
    "lose",
    "success",
    "failure",
    "round up",
    "round down",
];

/// Meanings of which one text says one and the other another.
pub(super) const OPPOSITES: &[&[&str]] = &[
    &["at least", "at most", "more than", "less than"],
    &["before", "after"],
    &["may", "must"],
    &["all", "any"],
    &["own", "enemy"],
    &["raise", "lower"],
    &["multiply", "divide"],
    &["win", "lose"],
    &["success", "failure"],
    &["round up", "round down"],
];

/// Meanings that both texts have or neither, as far as they agree elsewhere in the book.
pub(super) const ALONE: &[&str] = &["not", "only", "may", "must", "all"];

/// Words by what they mean.
pub(super) type Table = &'static [(&'static str, &'static str)];

/// The table of a language, and whether its words stand apart.
pub(super) fn table(language: &str) -> Option<(Table, bool)> {
    match language {
        "en" => Some((ENGLISH, true)),
        "ja" => Some((JAPANESE, false)),
        "ru" => Some((RUSSIAN, true)),
        _ => None,
    }
}

const ENGLISH: Table = &[
    ("-", "not only|whether or not|no matter|if not|no longer than"),
    (
        "not",
        "not|no|never|cannot|can't|none|nothing|nobody|neither|nor|don't|doesn't|isn't|aren't|won't|\
         ~unless|~except*|~without|~otherwise|~instead|~rather|~unable|~unoccupied|~unfriendly|~uncontrolled|~unsuccessful*|~unbesieged|~ignor*|~lack*|~fail*|~absen*|\
         ~empty|~prevent*|~forbid*|~prohibit*|~refus*|~declin*|~cancel*|~avoid*|~miss*|~exempt*|~immune|\
         ~only|~apart|~non|~nonplayer|~until",
    ),
    (
        "not ~may",
        "may not|can not|cannot|can no longer|may no longer|may neither|can neither|may never|can never|~may no",
    ),
    ("not ~must", "must not|must never"),
    ("~not ~may", "need not|not need|not have to|not necessarily|may decline"),
    (
        "only",
        "only|only once|only one|solely|exclusively|nothing but|~just|~alone|~single|~sole|~mere*|~limit*|~restrict*|~except*|~at most",
    ),
    ("only may", "may only|can only"),
    (
        "may",
        "may|can|could|optional*|allowed|permitted|~free to|~might|~able|~possibl*|~choos*|~choice|~wish*|~decid*|~option*|\
         ~either|~any|~eligib*|~let*|~permit*|~allow*",
    ),
    (
        "must",
        "must|has to|have to|shall|obliged|mandatory|compulsory|~required|~requir*|~need*|~should|~always|~at once|\
         ~immediately|~oblig*|~forc*|~necess*|~never|~only",
    ),
    (
        "at least",
        "at least|or more|or greater|or higher|or better|or above|no fewer than|no less than|not less than|~minim*|~least",
    ),
    (
        "at most",
        "at most|up to|only once|only one|or less|or fewer|or lower|no more than|not more than|not exceed|never exceed|\
         ~maxim*|~limit*|~as many|~once|~only|~within|~capac*|~most",
    ),
    (
        "more than",
        "more than|greater than|higher than|larger than|~exceed*|~above|~over|~more|~higher|~greater|~larger|~outnumber*|~beyond",
    ),
    ("less than", "less than|fewer than|lower than|smaller than|below|~under|~fewer|~lower|~less|~smaller|~short*"),
    (
        "before",
        "before|prior to|earlier|previously|beforehand|first|~previous|~already|~advance|~until|~preced*|~ago|~earliest|\
         ~begin*|~former*|~start*|~last",
    ),
    (
        "after",
        "after|afterwards|later|subsequent*|thereafter|~follow*|~next|~since|~behind|\
         ~upon",
    ),
    (
        "all",
        "all|every|each|both|everything|~whole|~entire|~any|~per|~full*|~everyone|~complet*|~always|~no|\
         ~none|~neither|~total|~together",
    ),
    ("any", "any|either|one of|whichever|~some|~a|~an|~one|~or|~another|~several|~every|~each|~no|~all"),
    (
        "own",
        "his own|its own|their own|her own|your own|own|friendly|~his|~her|~their|~its|~your|~allied|~side|~owner|~owning|~home",
    ),
    ("enemy", "enemy|enemies|hostile|~opponent*|~oppos*|~rival*|~against|~other*|~attack*|~defend*"),
    ("raise", "raise*|increas*|~rise*|~gain*|~add*|~more|~higher|~receiv*|~improv*|~up|~grow*|~plus"),
    (
        "lower",
        "reduc*|decreas*|~lower*|~lose*|~loss*|~subtract*|~deduct*|~drop*|~fall*|~less|~down|~minus|~remov*|~lost|~shift*|~cost*",
    ),
    ("multiply", "multipl*|~doubl*|~tripl*|~times|~twice"),
    ("divide", "divid*|~halv*|~half|~per|~quarter|~split*"),
    ("win", "win|wins|won|winner|winning|~victor*|~success*|~defeat*|~beat*|~win*"),
    ("lose", "loser|losing|defeated|~lose*|~lost|~loss*|~defeat*|~rout*"),
    ("success", "success*|succeed*|~able"),
    ("failure", "fail*|unsuccessful*|~otherwise|~not"),
    ("round up", "rounded up|rounding up|round up|rounds up|~upward*"),
    ("round down", "rounded down|rounding down|round down|rounds down|~downward*"),
];

const JAPANESE: Table = &[
    (
        "-",
        "はず|ずれ|ずっと|少ない|少なく|少なか|かかわらず|関わらず|問わず|限らず|だけでなく|のみならず|必ずしも|かもしれない|\
         ほかならない|やむを得ない|つながら|ながら|なく次|間もなく|まもなく|さかのぼ|分割|役割|割り当て|割当|割り振|半島|各地|とかく|以上に示",
    ),
    (
        "not",
        "ない|なく|なかっ|なければ|ません|ませぬ|らず|れず|せず|きず|かず|えず|けず|わず|めず|ばず|まれず|べず|なし|~無|~不|~未|~非|~以外|~除|~限り|~禁|~中止|\
         ~失敗|~空|~拒|~見送|~だけ|~しか|~のみ|~ぬ|~誤|~代わり|~にすぎ|~足り",
    ),
    (
        "not ~may",
        "できない|できなく|できなかっ|できず|られない|られず|えない|うることはない|もよくない|ことはない|てはならない|てはいけない|ではならない|てはならず|てはなら",
    ),
    ("~not ~may", "なくてもよい|なくてよい|必要はない|必要がない|必要もない|必要のない|なくともよい|とは限らない"),
    ("~may", "かまわない|構わない|かまわず"),
    ("only", "だけ|のみ|しか|に限|限られ|限って|唯一|~専用|~ちょうど|~単独|~限|~ばかり|~場合は"),
    (
        "may",
        "できる|できた|てもよい|てよい|でもよい|でよい|もよい|よく、|~可能|~選べる|~行える|~使える|~動ける|~置ける|~行ける|~ことがある|~うる|~うち|~任意|~選|~望|~でき|~できれば|~自由|~られ|~可|~ことも|~許",
    ),
    (
        "must",
        "なければならない|なければならず|なければなら|ねばならない|ねばなら|必要がある|義務|なくてはならない|なくてはなら|~必ず|~べき|~強制|~必要|~要する|~ものとする|~ただちに|\
         ~常に|~直ちに|~しかない|~限り|~なければ",
    ),
    ("at least", "以上|少なくとも|~最低|~最小|~下限|~せめて"),
    ("at most", "以下|以内|最大|多くとも|せいぜい|~まで|~上限|~超え|~しか|~限度|~最高|~1回|~うち|~最多|~許"),
    (
        "more than",
        "より多い|より多く|より大きい|より大きく|より高い|より高く|~超|~上回|~多|~高|~大き|~以上|~いっぱい|~過",
    ),
    ("less than", "未満|より少な|より小さ|より低|~下回|~足り|~少な|~低|~小さ|~以下|~弱"),
    (
        "before",
        "前に|前まで|以前|前であ|前は|前、|先に|先立|事前|あらかじめ|より前|前もって|まず|最初に|~最初|~前|~先|~すでに|~初|~まで|~これま|~早|~うちに|~直近|~今",
    ),
    ("after", "後に|後で|後、|後は|以後|以降|直後|後であ|その後|のち|~後|~てから|~次|~続|~たら|~最後|~以来|~たとき"),
    (
        "all",
        "すべて|全て|全部|全員|各|それぞれ|どれも|いずれも|どちらも|あらゆる|いかなる|ごとに|ごとの|両|~全|~毎|~ずつ|~残らず|~とも|~どの|~まるごと|~総|~いっさい|\
         ~一つ一つ|~ごと|~いずれ|~みな|~合計|~完全|~たび|~常に|~どちら|~一切|~あたり|~まとめ",
    ),
    ("any", "いずれか|どれか|どちらか|任意|誰か|~いずれ|~どの|~のうち|~何か|~どちら|~あれば"),
    ("own", "自分|自軍|自陣営|友軍|味方|自国|~自|~同盟|~所有|~本国"),
    ("enemy", "敵|~相手|~対戦|~攻|~防|~襲"),
    ("raise", "上げ|上が|増や|増え|増加|~加|~足|~得|~獲|~プラス|~増|~高|~上|~多"),
    ("lower", "下げ|下が|減ら|減る|減少|減り|~減|~失|~差し引|~引|~低|~マイナス|~損|~下|~取り除|~払|~少"),
    ("multiply", "掛け|乗じ|~かけ|~倍|~掛|~×"),
    ("divide", "割っ|割る|割り、|除し|~割|~半|~等分|~分|~ごと"),
    ("win", "勝っ|勝つ|勝者|勝利|~勝|~成功|~破"),
    ("lose", "敗れ|敗者|敗北|負け|~敗|~失|~負|~潰走"),
    ("success", "成功|~でき"),
    ("failure", "失敗|~でき|~さもな|~なければ"),
    ("round up", "切り上げ|切上げ"),
    ("round down", "切り捨て|切捨て|切下げ"),
];

const RUSSIAN: Table = &[
    ("-", "не только|как ни|во что бы то ни стало|едва не|чуть не|тем не менее|раздел*|более или менее|более того"),
    (
        "not",
        "не|ни|нет|нельзя|никак*|никто|никого|никому|ничего|ничто|никогда|никуда|нигде|~без|~кроме|\
         ~исключ*|~иначе|~вместо|~отказ*|~запре*|~не*|~отсутств*|~отмен*|~лишь|~только|~избе*|~пока|\
         ~прежде|~помимо|~нейтрал*|~ошиб*|~перест*|~иной|~ином|~иным|~без*",
    ),
    (
        "not ~may ~must",
        "не может|не могут|не мог*|не вправе|не должен|не должны|не должна|не должно|не смо*|не разреш*|не допуск*|не позвол*",
    ),
    (
        "~not ~may",
        "не обязан*|не нужно|не обязательно|не требу*|может не|могут не|не надо|вправе не|можно не|пока не|не всегда",
    ),
    (
        "only",
        "только|лишь|исключительно|единственн*|~всего|~один|~одн*|~сам*|~ограничен*|~разве|~не больше|~не более|~кроме|~именно|~впервые|~не раньше",
    ),
    (
        "may",
        "может|могут|можно|вправе|разрешено|разрешается|~разреш*|~допуск*|~позвол*|~возмож*|~смож*|\
         ~мог*|~мож*|~хоч*|~хот*|~жела*|~способ*|~уда*|~выбир*|~при желании|~реш*|~прав*|~нельзя|~выб*|\
         ~доступ*|~сме*|~право",
    ),
    (
        "must",
        "должен|должна|должно|должны|обязан*|следует|необходимо|надо|приходится|придется|обязательн*|~нужн*|~нуж*|~требу*|~сразу|\
         ~немедленно|~всегда|~нельзя|~обяз*|~необходим*|~треб*|~вынужд*|~непременно|~только|~тут же",
    ),
    (
        "at least",
        "не меньше|не менее|не ниже|по крайней мере|хотя бы|как минимум|или больше|или более|или выше|и больше|и более|и выше|\
         не слабее|~минимум|~от|~минимальн*|~не реже|~наименьш*|~достаточно",
    ),
    (
        "at most",
        "не больше|не более|не выше|самое большее|не превы*|или меньше|или менее|или ниже|и меньше|\
         и менее|и ниже|не дальше|~максимум|~до|~предел*|~один|~максимальн*|~лишь|~только|~наибольш*|\
         ~вмест*|~не дороже|~не позже",
    ),
    (
        "more than",
        "больше чем|более чем|больше|более|свыше|~превы*|~выше|~сверх|~превос*|~крупнее|~старше|~боль*|~высок*|~лучш*|~много|~дал*",
    ),
    ("less than", "меньше чем|менее чем|меньше|менее|~ниже|~нехват*|~слабее|~мень*|~мал*|~хвата*|~низк*"),
    (
        "before",
        "до того|еще до|до начала|сначала|сперва|перед|прежде|раньше|ранее|заранее|предварительно|~до|~перв*|~предыдущ*|~прошл*|~пока|~уже|\
         ~накануне|~предшеств*|~начал*|~прежн*|~быв*|~ранн*|~последн*",
    ),
    (
        "after",
        "после|потом|позже|затем|впоследствии|~последующ*|~следующ*|~далее|~дальше|~когда|~как только|\
         ~вслед|~следу*|~тогда|~конц*|~в конце|~при|~поздн*|~отны*",
    ),
    (
        "all",
        "все|всех|всем|всеми|весь|вся|всю|каждый|каждая|каждое|каждого|каждой|каждому|каждым|каждую|\
         каждом|каждые|оба|обе|обоих|обеих|обоим|обеим|обоими|обеими|~всего|~всей|~любо*|~люб*|~всяк*|\
         ~целиком|~полностью|~ни|~общ*|~цел*|~всегда|~кажд*|~никак*|~два|~двух|~полн*|~разом",
    ),
    (
        "any",
        "любой|любая|любое|любого|любому|любым|любую|любом|любые|любых|одно из|один из|одна из|\
         одного из|одной из|одним из|какой-либо|какой-нибудь|~либо|~хотя бы|~или|~какой|~как*|~кто|\
         ~всяк*|~все|~каждый|~кажд*|~все*|~люб*",
    ),
    (
        "own",
        "свой|свои|свою|своя|свое|своего|своей|своих|своим|своими|своему|своем|собственн*|дружествен*|\
         ~союз*|~его|~ее|~их|~сво*|~себ*|~родн*",
    ),
    ("enemy", "враг*|вражеск*|~враж*|~противник*|~неприятел*|~соперн*|~против*|~чуж*|~напа*|~защит*|~атак*"),
    (
        "raise",
        "увелич*|повыша*|повыс*|~прибав*|~добав*|~получ*|~раст*|~возраст*|~плюс|~подним*|~подн*|~боль*|\
         ~прибав*|~рост*|~сдвиг*|~выш*",
    ),
    (
        "lower",
        "уменьш*|снижа*|сниз*|сниж*|понижа*|пониз*|~теря*|~потер*|~вычита*|~вычт*|~отнима*|~пада*|\
         ~убав*|~лиша*|~сокращ*|~мень*|~ниж*|~минус|~снят*|~снима*|~сдвиг*|~плат*",
    ),
    ("multiply", "умнож*|~удв*|~вдвое|~двойн*|~утр*|~дважды"),
    ("divide", "делят|делит|делить|делится|деля|поделить|поделив|~пополам|~вдвое|~половин*|~делен*|~дел*|~кажд*"),
    ("win", "победил*|победит*|победител*|выигра*|выигры*|~побед*|~успе*|~одержа*|~разби*"),
    ("lose", "проигр*|поражени*|потерпе*|~теря*|~потер*|~побежд*|~бег*|~разби*|~разгром*"),
    ("success", "успех*|успешн*|~уда*|~успе*|~смо*"),
    ("failure", "неудач*|провал*|не удал*|не удаст*|~неуда*|~не|~иначе"),
    ("round up", "вверх|~в большую"),
    ("round down", "вниз|~в меньшую"),
];
