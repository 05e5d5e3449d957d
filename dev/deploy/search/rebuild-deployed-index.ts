import { setTimeout } from 'node:timers/promises'
import { START_REBUILD } from '../../../worker/db/search/start-rebuild.ts'
import type { Database } from '../config/database-access.ts'

/** How far it is: the last Applet that was marked, of how many, and how many marked ones are still to be written. */
const PROGRESS = `select after, (select max(id) from applets) as last,
  (select count(*) from search_marks where applied < wanted) as waiting from search_rebuild`

/**
 * Starts a rebuild of the deployed index, which the Worker's minute job does in portions, and says how far it is until it
 * is complete. It goes on if this process ends.
 */
export async function rebuildDeployedIndex(
  say: (text: string) => void,
  { database, pause = 15_000 }: { database: Database; pause?: number },
): Promise<void> {
  await database.write([START_REBUILD])
  say("The Worker's minute job rebuilds the search index now. This only watches: you may end it.")
  for (;;) {
    const [row] = await database.read(PROGRESS)
    const { after = null, last = 0, waiting = 0 } = row ?? {}
    if (after === null && waiting === 0) return say('The search index is complete.')
    say(
      `Marked ${after === null ? 'all' : `up to Applet ${String(after)} of ${String(last)}`}; ${String(waiting)} to write.`,
    )
    await setTimeout(pause)
  }
}
