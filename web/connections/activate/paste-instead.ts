/** "Personal access token" → "paste a personal access token instead": other words keep their case, such as "API key". */
export function pasteInstead(label: string): string {
  const [first = '', ...more] = label.split(' ')
  const word = /^[A-Z][a-z]/.test(first) ? first.toLowerCase() : first
  const article = /^[aeiou]/i.test(word) ? 'an' : 'a'
  return ['paste', article, word, ...more, 'instead'].join(' ')
}
