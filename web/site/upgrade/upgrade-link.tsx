import { useEffect, useRef, type ComponentProps, type MouseEvent } from 'react'
import { checkoutPath } from '../../../worker/contract/billing/subscribe-path.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { ButtonLink, type ButtonKind } from '../../ui/button/button.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import type { Session } from '../session/session.ts'
import { useUpgradeModalStore, type UpgradeModalRequest } from './store/upgrade-modal-store.ts'
import { prepareUpgrade } from './upgrade-modal-outlet.tsx'
import { afterPress } from './upgrade-press.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> &
  Pick<UpgradeModalRequest, 'step' | 'plan'> & {
    session: Promise<Session>
    /** Shown as a button of this kind; without it, as a text link. */
    kind?: ButtonKind
    /** Of the button. */
    size?: 'small'
    /** The page to continue on after the upgrade. Without it, this page reloads. */
    then?: string
  }

/**
 * A link to a plan's subscription page. For a signed-in user it opens the upgrade modal instead (§2.4), or names the store
 * that bills them (§6). In a new tab and without scripts it is a plain link.
 */
export function UpgradeLink({ session, step, plan, kind, then, ...given }: Props) {
  const viewer = useRef<Session>(null)
  const { ask } = useUpgradeModalStore()
  const flash = useFlash()
  useEffect(() => {
    const note = async () => {
      viewer.current = await session
    }
    void note()
  }, [session])

  async function press(event: MouseEvent) {
    const next = afterPress(viewer.current, event)
    if (next.kind === 'follow') return
    event.preventDefault()
    if (next.kind === 'tell') return flash('info', next.message)
    const upgraded = await ask({ step, plan, thenReload: then === undefined })
    if (upgraded && then !== undefined) goTo(then)
  }
  // A failed preload is retried when the modal opens.
  const prepare = () => {
    if (viewer.current?.kind === 'user') void prepareUpgrade().catch(() => null)
  }
  const link = { ...given, href: checkoutPath(plan, step), onClick: press, onPointerEnter: prepare, onFocus: prepare }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return kind ? <ButtonLink kind={kind} {...link} /> : <a {...link} />
}
