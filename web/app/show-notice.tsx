import type { hydrateRoot } from 'react-dom/client'
import type { Me } from '../../worker/contract/accounts/me.ts'
import { LastingNotice } from '../site/lasting-notice/lasting-notice.tsx'
import { elementWithId } from '../browser/document/browser-document.ts'
import { forgetSaidNotices } from '../site/lasting-notice/notice-store.ts'
import { NOTICE_SLOT } from '../site/layout/layout.tsx'
import type { PageState } from '../site/page-state.ts'

/** Renders the user's notice as a root of its own, so that neither the first script nor visitors carry it. */
export function showNotice({ site, address }: PageState, me: Me, hydrate: typeof hydrateRoot): void {
  forgetSaidNotices(me.id, address.path)
  const slot = elementWithId(NOTICE_SLOT)
  if (slot) hydrate(slot, <LastingNotice me={me} path={address.path} productName={site.product_name} />)
}
