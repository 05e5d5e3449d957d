const TOO_DEEP = /^Maximum call stack size exceeded$/
const WORDS: [RegExp, string][] = [
  [/^out of memory$/, 'This code needs too much memory. Keep fewer or shorter texts.'],
  [TOO_DEEP, 'Functions call each other too deeply here.'],
  [/^not a function$/, 'This is not a function.'],
  [/^cannot read property '(.*)' of (undefined|null)$/, 'Cannot read “$1” of $2.'],
  [/^'(.*)' is read-only$/, '“$1” cannot be changed.'],
  [/^(\S+) is not initialized$/, '“$1” is used before it is declared.'],
  [/^(\S+) is not defined$/, '“$1” is not defined.'],
]

/** The engine's commonest messages in our words; others, and those that code of users throws, as they are. */
export function wordsOfError(message: string): string {
  const [pattern, words] = WORDS.find(([each]) => each.test(message)) ?? []
  return pattern && words ? message.replace(pattern, words) : message
}

/** Of code that the engine cannot read; most of it is refused when it is saved. */
export function wordsOfUnread(message: string): string {
  return TOO_DEEP.test(message) ? 'This code is nested too deeply.' : message
}
