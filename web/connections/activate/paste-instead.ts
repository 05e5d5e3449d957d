/** "Personal access token" → "personal access token": other words keep their case, such as "API key". */
export function inSentence(label: string): string {
  const [first = '', ...more] = label.split(' ')
  return [/^[A-Z][a-z]/.test(first) ? first.toLowerCase() : first, ...more].join(' ')
}

/** "API key" → "paste an API key instead". */
export function pasteInstead(label: string): string {
  const words = inSentence(label)
  return `paste ${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words} instead`
}
