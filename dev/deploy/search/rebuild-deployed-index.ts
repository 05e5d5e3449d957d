import { setTimeout } from 'node:timers/promises'
import { START_REBUILD } from '../../../worker/db/search/start-rebuild.ts'
import type { Database } from '../config/database-access.ts'

/** How many looks may show nothing new: 5 minutes, of which the job has one a minute. */
const LOOKS_IN_VAIN = 20

/**
 * How far it is: the last Applet that was marked, of how many, and how many marked ones are still to be written, of all or of
 * those that were marked until then.
 */
function progressSql(until: number | null): string {
  return `select after, (select max(id) from applets) as last, (select max(wanted) from search_marks) as newest,
    (select count(*) from search_marks where applied < wanted ${until === null ? '' : `and wanted <= ${until}`}) as waiting
    from search_rebuild`
}

/**
 * Starts a rebuild of the deployed index, which the Worker's minute job does in portions, and says how far it is until it
 * is complete. It goes on if this process ends. Throws where the job does not go on.
 */
export async function rebuildDeployedIndex(
  say: (text: string) => void,
  { database, pause = 15_000 }: { database: Database; pause?: number },
): Promise<void> {
  await database.write([START_REBUILD])
  say("The Worker's minute job rebuilds the search index now. This only watches: you may end it.")
  // Applets that change after all are marked belong to the job's daily work, which has no end.
  let until: number | null = null
  let before = ''
  let inVain = 0
  for (;;) {
    const [row] = await database.read(progressSql(until))
    const { after = null, last = 0, newest = 0, waiting = 0 } = row ?? {}
    if (after === null && waiting === 0) return say('The search index is complete.')
    if (after === null) until ??= Number(newest)
    const marked = after === null ? 'all' : `up to Applet ${String(after)} of ${String(last)}`
    const said = `Marked ${marked}; ${String(waiting)} to write.`
    inVain = said === before ? inVain + 1 : 0
    if (inVain === LOOKS_IN_VAIN) throw new Error(STOPPED)
    before = said
    say(said)
    await setTimeout(pause)
  }
}

const STOPPED =
  "The Worker's minute job has not gone on for 5 minutes. See whether it has its cron triggers and the database SEARCH, and what it logs."
