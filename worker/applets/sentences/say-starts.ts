import { plainText } from '../../contract/shared/said-part.ts'
import { readDocumentsOfUser } from '../../db/applets/documents-of-user.ts'
import type { SayStarts } from '../../messages/digest/daily-digest.ts'
import { sayApplet } from './say-applet.ts'

/** What each of these Applets is called, and what starts it: "Morning news: A new item appears in a feed". */
export const sayStarts: SayStarts = async (ctx, { id, timezone }, applet_ids) => {
  const rows = await readDocumentsOfUser(ctx, id, applet_ids)
  const said = rows.map(async ({ applet_id, name, doc, fields, labels }): Promise<[number, string]> => {
    const steps = doc.steps.filter(({ kind }) => kind === 'trigger' || kind === 'filter')
    const sentences = await sayApplet(ctx, { steps }, { fields, labels, accountOf: () => null, timezone })
    return [applet_id, `${name}: ${sentences.map(({ parts }) => plainText(parts)).join('. ')}`]
  })
  return new Map(await Promise.all(said))
}
