const TOO_DEEP = /^Maximum call stack size exceeded$/
const NO_FUNCTION = /^not a function$/
const WORDS: [RegExp, string][] = [
  [/^out of memory$/, 'This code needs too much memory. Keep fewer or shorter texts.'],
  [TOO_DEEP, 'Functions call each other too deeply here.'],
  [NO_FUNCTION, 'This is not a function.'],
  [/^not a constructor$/, 'This cannot stand after “new”.'],
  [/^cannot (read|set) property '(.*)' of (undefined|null)$/, 'Cannot $1 “$2” of $3.'],
  [/^Cannot convert undefined or null to object$/, 'This is undefined or null, where an object is needed.'],
  [/^value is not iterable$/, 'This is not a list.'],
  [/^'(.*)' is read-only$/, '“$1” cannot be changed.'],
  [/^no setter for property$/, 'This cannot be changed.'],
  [/^(\S+) is not initialized$/, '“$1” is used before it is declared.'],
  [/^(\S+) is not defined$/, '“$1” is not defined.'],
  [/^circular reference$/, 'What contains itself cannot become JSON.'],
  [/^string too long$/, 'A text cannot be this long.'],
  [/^invalid array length$/, 'A list cannot have this length.'],
]

/** Where the engine stood in the code, both from 1, and the language's own function that it was in. */
export type ErrorPlace = { line: number | null; column: number; native: string | null }

/** The engine's commonest messages in our words; others, and those that code of users throws, as they are. */
export function wordsOfError(message: string, source: string, { line, column, native }: ErrorPlace): string {
  if (NO_FUNCTION.test(message)) {
    if (native !== null) return `${native}() needs a function.`
    const called = calledAt(source.split('\n')[(line ?? 0) - 1] ?? '', column)
    if (called !== undefined) return `“${called}” is not a function.`
  }
  const [pattern, words] = WORDS.find(([each]) => each.test(message)) ?? []
  return pattern && words ? message.replace(pattern, words) : message
}

/** Of code that the engine cannot read; most of it is refused when it is saved. */
export function wordsOfUnread(message: string): string {
  return TOO_DEEP.test(message) ? 'This code is nested too deeply.' : message
}

/** `Notifications.send.setTitle`, of which the last name stands at this column; undefined where no plain name is called. */
function calledAt(line: string, column: number): string | undefined {
  // What an answer is called with stands at no name of its own.
  if (/\)\s*\(/.test(line)) return undefined
  const name = /^([\w$]+(?:\.[\w$]+)*)\s*(?:\?\.)?\(/.exec(line.slice(column - 1))?.[1]
  const before = /(?:[\w$]+\??\.)*$/.exec(line.slice(0, column - 1))?.[0] ?? ''
  return name === undefined ? undefined : before + name
}
