import { statusOf, type Viewed } from '../connect/flow/connect-state.ts'
import type { Removal } from '../words/applet-words.ts'

/** What an author or a user is told before they remove the Applet. */
export function whatRemovalMeans(removal: Removal, viewed: Viewed): string {
  const { published, taken_down, enabled_count } = viewed.applet
  if (removal === 'delete') {
    const again =
      published && !taken_down
        ? 'You can connect it again.'
        : 'You cannot connect it again, because it is no longer public.'
    return `It no longer runs for you, and what you entered for it is gone. ${again}`
  }
  const others = enabled_count > (statusOf(viewed) === 'enabled_for_user' ? 1 : 0)
  const stops = `It stops running for you${published ? ', and no one can find or connect it' : ''}.`
  return `${stops}${others ? ' Other users keep it.' : ''} You can restore it.`
}
