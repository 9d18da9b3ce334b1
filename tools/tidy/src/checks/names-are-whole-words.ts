import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import { declaredNames } from "../source/declared-names.ts";
import { wordsOf } from "../source/words-of.ts";

const wholeWords = new Map(
  Object.entries({
    acc: "total or account",
    addr: "address",
    amt: "amount",
    arg: "argument",
    args: "arguments by their names",
    arr: "what the list holds",
    btn: "button",
    buf: "buffer",
    calc: "compute",
    cb: "what is called back",
    cfg: "settings",
    cmd: "command",
    conf: "settings",
    ctx: "context",
    cur: "current",
    curr: "current",
    decl: "declaration",
    desc: "description",
    dst: "target",
    elem: "element",
    err: "error",
    evt: "event",
    expr: "expression",
    fn: "what it does",
    func: "what it does",
    idx: "index",
    impl: "what sets it apart",
    len: "length or count",
    mgr: "what it manages",
    msg: "message",
    num: "count or number",
    obj: "what it is",
    opts: "options",
    param: "parameter",
    params: "parameters",
    pos: "position",
    prev: "previous",
    ptr: "pointer",
    qty: "quantity",
    req: "request",
    res: "response or result",
    resp: "response",
    ret: "result",
    stmt: "statement",
    str: "text",
    temp: "what it is",
    tmp: "what it is",
    txn: "transaction",
    val: "value",
  }),
);
const lettersAllowed = /^[abijknxyzT_]$/;

/** Whole words need no legend, and everybody shortens them to the same thing: not at all. */
export const namesAreWholeWords: Check = {
  name: "names-are-whole-words",
  rule: "A declared name is made of whole words; single letters are for indices, coordinates and comparisons.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      for (const { name, kind, isDictated, line } of declaredNames(tree.module(path))) {
        if (isDictated) continue;
        const short = wordsOf(name).find((word) => wholeWords.has(word));
        const isLetter = kind !== "type" && name.length === 1 && !lettersAllowed.test(name);
        if (short === undefined && !isLetter) continue;
        const mend = short === undefined ? "Say what it stands for." : `Write ${wholeWords.get(short)}.`;
        yield { path, line, wrong: `\`${name}\` is not made of whole words.`, mend };
      }
    }
  },
  breach: {
    "packages/planted/src/answer.ts": "export function answer(req: string): string {\n  return req;\n}\n",
  },
};
