import type { hydrateRoot } from 'react-dom/client'
import { loadRequestLayer } from '../browser/api/typed-request.ts'
import { setProofAsker } from '../browser/request/ask-for-proof.ts'
import { watchForNewVersion } from '../browser/new-version/new-version.ts'
import type { PageState } from '../site/page-state.ts'
import type { Me } from '../../worker/contract/accounts/me.ts'
import { userStateKey } from '../browser/storage/saved-page-state.ts'
import { localStore } from '../browser/storage/storage.ts'
import type { Session } from '../site/session/session.ts'

/**
 * Does a page's work once it is idle: watches for a new version of the site, loads the request layer, asks users to
 * show that it is them when a call wants that, and shows a user's notice. `hydrate` comes from the first script, which
 * then carries no second way to render.
 */
export async function afterLoad(
  state: PageState,
  session: Promise<Session>,
  hydrate: typeof hydrateRoot,
): Promise<void> {
  watchForNewVersion(state.file)
  void loadRequestLayer().catch(() => null)
  setProofAsker(async () => (await import('../users/proof/ask-proof.tsx')).askProof(hydrate, state.site))
  const viewer = await session
  if (viewer.kind !== 'user' || state.bare || !mayHaveNotice(viewer.me)) return
  const { showNotice } = await import('./show-notice.tsx')
  showNotice(state, viewer.me, hydrate)
}

/** Most users have none, and do not load its code. */
function mayHaveNotice({ id, email_verified }: Me): boolean {
  return !email_verified || localStore.read(userStateKey('notices', id)) !== null
}
