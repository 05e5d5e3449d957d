/** Stems of forms that no rule finds. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    left: 'leav',
    leaves: 'leav',
    sent: 'send',
    ran: 'run',
    came: 'com',
    went: 'go',
    goes: 'go',
    got: 'get',
    gotten: 'get',
    given: 'giv',
    wrote: 'writ',
    written: 'writ',
    rose: 'ris',
    fell: 'fall',
    does: 'do',
    done: 'done',
    made: 'mak',
    kept: 'keep',
    told: 'tell',
    everyone: 'everybody',
    someone: 'somebody',
    photos: 'photo',
    news: 'news',
    note: 'note',
    notes: 'note',
    noted: 'note',
  }),
)

/** A word without its endings, so that all its forms are one: `stars`, `starred` and `starring` are `star`. */
export function stem(word: string): string {
  const known = IRREGULAR.get(word)
  if (known !== undefined) return known
  if (word.length <= 3) return word
  const single = word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : /(?:sh|ch|x|ss)es$/.test(word)
      ? word.slice(0, -2)
      : word.replace(/([^sui])s$/, '$1')
  const plain = single.replace(/(?<=.{3})(?:ing|ed)$/, '')
  const once = plain === single ? plain : plain.replace(/(?<=..)([bdgmnprt])\1$/, '$1')
  return once.replace(/(?<=.{3})e$/, '')
}
