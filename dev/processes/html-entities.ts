import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'

const TABLE = /\/postal-mime\/dist\/esm\/html-entities\.js$/
/** Latin letters, and the punctuation and currencies of mails. */
const KEPT = /^[\u0022-\u003e\u00a0-\u017f\u02c6\u02dc\u2010-\u203a\u20ac\u2122]$/u

/** Leaves out, 12 kB, names of characters that hardly any mail spells out; their numbers are still read. */
export function leaveOutHtmlEntities(): Plugin {
  return {
    name: 'leave-out-html-entities',
    load: {
      filter: { id: TABLE },
      async handler(id) {
        const { htmlEntities }: { htmlEntities: Record<string, string> } = await import(pathToFileURL(id).href)
        const kept = Object.entries(htmlEntities).filter(([name, text]) => name.endsWith(';') && KEPT.test(text))
        if (kept.length < 100) throw new Error(`There are only ${kept.length} common characters in ${id}.`)
        return `export const htmlEntities = ${JSON.stringify(Object.fromEntries(kept))}`
      },
    },
  }
}
