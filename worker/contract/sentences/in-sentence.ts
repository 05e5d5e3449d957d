/** `New star` becomes `new star`; `RSS item` stays. */
export function inSentence(name: string): string {
  return /^\p{Lu}[\p{Ll} ]/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

/** `send_message` becomes `Send message`. */
export function wordsOfSlug(slug: string): string {
  const words = slug.replaceAll('_', ' ').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
  return asSentence(words.toLowerCase())
}

/** The first letter as a sentence begins. */
export function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
