import { useSyncExternalStore, type ReactNode } from 'react'
import { BILLING_PATH } from '../../../worker/contract/billing/billing-overview.ts'
import type { Me } from '../../../worker/contract/accounts/me.ts'
import { PLANS } from '../../../worker/contract/tiers.ts'
import { Button } from '../../ui/button/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { noticeFor, type SavedNotices } from './notice-rules.ts'
import { noticeStore } from './notice-store.ts'
import './lasting-notice.css'

type Props = { me: Me; path: string; productName: string }

/** Messages that stay below the header of every page until the user dismisses them or they no longer apply. */
export function LastingNotice({ me, path, productName }: Props) {
  const store = noticeStore(me.id)
  // Nothing at first, like the empty element that it hydrates.
  const saved = useSyncExternalStore(store.subscribe, store.get, nothing)
  return (
    saved && (
      <NoticeView me={me} path={path} productName={productName} saved={saved} onSave={(next) => store.set(next)} />
    )
  )
}

function nothing() {
  return null
}

type ViewProps = Props & { saved: SavedNotices; onSave: (saved: SavedNotices) => void }

export function NoticeView({ me, path, productName, saved, onSave }: ViewProps) {
  const notice = noticeFor(path, saved, me)
  if (notice === 'welcome' && saved.welcome)
    return (
      <Notice button="Got it" onPress={() => onSave({ ...saved, welcome: null })}>
        Your {productName} {PLANS[saved.welcome].name} plan is active. <a href={BILLING_PATH}>See your plan</a>
      </Notice>
    )
  if (notice === 'verifyEmail')
    return (
      <Notice button="Not now" onPress={() => onSave({ ...saved, verifyLater: true })}>
        Verify your email: open the link we sent to <b>{me.email}</b>. <a href="/settings">Send it again</a>
      </Notice>
    )
  return null
}

function Notice({ button, onPress, children }: { button: string; onPress: () => void; children: ReactNode }) {
  return (
    <aside className="lasting-notice" aria-label="Notice">
      <div className="page">
        <Glyph name="info" size={24} />
        <p>{children}</p>
        <Button kind="quiet" size="small" onClick={onPress}>
          {button}
        </Button>
      </div>
    </aside>
  )
}
