// Finds Firefox and drives it as it is, by the protocol that browsers share (WebDriver BiDi): Debian's Firefox is no build of
// a test tool. Says loudly what is missing.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import WebSocket from "ws";
import { missing as withoutSite, site, unlessNeeded } from "./chromium.mjs";

const executable = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Why nothing can be tested, or undefined. */
export const missing = unlessNeeded(!existsSync(executable)
  ? `NOT TESTED: there is no Firefox at ${executable}; name one in FIREFOX`
  : !site ? withoutSite : undefined);

/** The system as a reader has it, but nothing talks to the network by itself or asks questions. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.aboutwelcome.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.systemAddon.update.enabled": false,
  "extensions.update.enabled": false,
  "layout.css.prefers-color-scheme.content-override": 1,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.server": "data:,",
};
/** For `launch`: a device in dark colours; a reader who has switched scripts off. */
export const DARK = { "layout.css.prefers-color-scheme.content-override": 0 };
export const NO_SCRIPTS = { "javascript.enabled": false };

/** Keys as the protocol names them; a letter names itself. */
const KEYS = { Control: "\uE009", Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015" };

/** How long anything may take before a test says that it never came. */
const PATIENCE = 60_000;

/** Starts Firefox with a new profile: {open, close}. */
export async function launch(preferences = {}) {
  const profile = mkdtempSync(path.join(tmpdir(), "rulestone-firefox-"));
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  writeFileSync(path.join(profile, "user.js"), lines.join(""));
  const program = spawn(executable, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  const ended = new Promise((resolve) => program.once("exit", resolve));
  const address = await new Promise((resolve, reject) => {
    const said = [];
    createInterface({ input: program.stderr }).on("line", (line) => {
      said.push(line);
      const [, found] = line.match(/BiDi listening on (ws:\S+)/) ?? [];
      if (found) resolve(found);
    });
    ended.then(() => reject(new Error(`Firefox ended:\n${said.join("\n")}`)));
    program.once("error", reject);
  });
  const socket = new WebSocket(`${address}/session`, { maxPayload: 1 << 28 });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));

  const waiting = new Map();
  const tabs = new Map();
  let count = 0;
  const ask = (method, params = {}) => new Promise((resolve, reject) => {
    const id = ++count;
    const late = setTimeout(() => { waiting.delete(id); reject(new Error(`${method}: no answer`)); }, PATIENCE);
    waiting.set(id, (answer) => {
      clearTimeout(late);
      answer.type === "success" ? resolve(answer.result) : reject(new Error(`${method}: ${answer.message ?? answer.error}`));
    });
    socket.send(JSON.stringify({ id, method, params }));
  });
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.type !== "event") {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    } else {
      const { params } = message;
      tabs.get(params.source?.context ?? params.context)?.heard(message.method, params);
    }
  });
  await ask("session.new", { capabilities: {} });
  await ask("session.subscribe", { events: ["log.entryAdded", "network.beforeRequestSent"] });

  return {
    /** A tab that shares nothing with others: as from another reader. */
    async open(page, { width = 1280, height = 900 } = {}) {
      const { userContext } = await ask("browser.createUserContext");
      const { context } = await ask("browsingContext.create", { type: "tab", userContext });
      // Where scripts are off, those of a test run beside the page.
      const beside = preferences["javascript.enabled"] === false ? "test" : undefined;
      const tab = new Tab(ask, { context, sandbox: beside }, () => ask("browser.removeUserContext", { userContext }));
      tabs.set(context, tab);
      await tab.resize(width, height);
      await tab.goto(page);
      return tab;
    },
    async close() {
      await ask("browser.close").catch(() => program.kill());
      await ended;
      socket.terminate();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A tab, with as much of what Playwright offers as these tests need. */
class Tab {
  /** What the console said, and what was asked for. */
  complaints = [];
  asked = [];
  #ask;
  #context;
  #target;
  #remove;

  constructor(ask, target, remove) {
    this.#ask = ask;
    this.#context = target.context;
    this.#target = target;
    this.#remove = remove;
  }

  heard(event, params) {
    if (event === "network.beforeRequestSent") this.asked.push(params.request.url);
    else if (["warn", "error"].includes(params.level)) this.complaints.push(params.text);
  }

  close() { return this.#remove(); }

  resize(width, height) {
    return this.#ask("browsingContext.setViewport", { context: this.#context, viewport: { width, height } });
  }

  goto(url) {
    return this.#ask("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  reload() {
    return this.#ask("browsingContext.reload", { context: this.#context, wait: "complete" });
  }

  back() {
    return this.#ask("browsingContext.traverseHistory", { context: this.#context, delta: -1 });
  }

  async url() {
    const { contexts } = await this.#ask("browsingContext.getTree", { root: this.#context, maxDepth: 0 });
    return contexts[0].url;
  }

  /** The paper version, as a PDF. */
  async print() {
    const { data } = await this.#ask("browsingContext.print", { context: this.#context });
    return Buffer.from(data, "base64");
  }

  /** What a function says in the page, as Playwright has it: one argument, promises are waited for, but where scripts are off. */
  async evaluate(code, argument) {
    let expression = code;
    if (typeof code === "function") {
      const call = `(${code})(${JSON.stringify(argument) ?? ""})`;
      expression = this.#target.sandbox ? `JSON.stringify(${call})` : `(async () => JSON.stringify(await ${call}))()`;
    }
    const { result, exceptionDetails } = await this.#ask("script.evaluate", { expression, target: this.#target, awaitPromise: true, resultOwnership: "none" });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return typeof code === "function" && result.type === "string" ? JSON.parse(result.value) : undefined;
  }

  /** Waits until a function of the page says yes; on the way the page may become another one. */
  async until(code, argument) {
    for (const end = Date.now() + PATIENCE; ;) {
      const said = await this.evaluate(code, argument).catch((error) => { if (Date.now() > end) throw error; });
      if (said) return said;
      if (Date.now() > end) throw new Error(`never came: ${code} ${JSON.stringify(argument) ?? ""} at ${await this.url()}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Waits until the address is one. */
  async comesTo(pattern) {
    for (const end = Date.now() + PATIENCE; ;) {
      const url = await this.url();
      if (pattern.test(url)) return url;
      if (Date.now() > end) throw new Error(`${url} is not ${pattern}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** The middle of an element, once it is there, in the window. */
  #middle(selector) {
    return this.until((selector) => {
      const element = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
      if (!element) return null;
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const box = element.getClientRects()[0];
      return [Math.round(box.x + Math.min(box.width / 2, 40)), Math.round(box.y + box.height / 2)];
    }, selector);
  }

  #mouse(x, y, ...more) {
    return this.#ask("input.performActions", {
      context: this.#context,
      actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: [{ type: "pointerMove", x, y }, ...more] }],
    });
  }

  /** Moves the mouse to the first visible element. */
  async hover(selector) { await this.#mouse(...await this.#middle(selector)); }

  async click(selector) {
    await this.#mouse(...await this.#middle(selector), { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 });
  }

  /** A key, or several at once: "Control+k". */
  press(keys) {
    const parts = keys.split("+").map((key) => KEYS[key] ?? key);
    return this.#keys([...parts.map((value) => ({ type: "keyDown", value })), ...parts.reverse().map((value) => ({ type: "keyUp", value }))]);
  }

  type(text) {
    return this.#keys([...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]));
  }

  #keys(actions) {
    return this.#ask("input.performActions", { context: this.#context, actions: [{ type: "key", id: "keyboard", actions }] });
  }
}
