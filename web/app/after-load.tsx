import type { hydrateRoot as HydrateRoot } from 'react-dom/client'
import { appendToBody } from '../browser/document/append-to-body.ts'
import { watchForNewVersion } from '../browser/new-version/new-version.ts'
import { forgetSaidNotices } from '../site/lasting-notice/notice-store.ts'
import { LastingNotice } from '../site/lasting-notice/lasting-notice.tsx'
import type { PageState } from '../site/page-state.ts'
import type { Session } from '../site/session.ts'

/**
 * What a page does once it is idle: watches for a new version of the site and shows the user's notices. `hydrateRoot`
 * comes from the first script, which then carries no second way to render.
 */
export async function afterLoad(
  { file, site, address, bare }: PageState,
  session: Promise<Session>,
  hydrateRoot: typeof HydrateRoot,
): Promise<void> {
  watchForNewVersion(file)
  const viewer = await session
  if (viewer.kind !== 'user' || bare) return
  forgetSaidNotices(viewer.me.id, address.path)
  // A root of its own, so that the page's first script does not carry it.
  hydrateRoot(appendToBody(), <LastingNotice me={viewer.me} path={address.path} productName={site.product_name} />)
}
