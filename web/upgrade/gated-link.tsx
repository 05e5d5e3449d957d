import type { ComponentProps } from 'react'
import type { Session } from '../site/session.ts'
import { ButtonLink, type ButtonKind } from '../ui/button/button.tsx'
import type { UpgradeModalRequest } from './store/upgrade-modal-store.ts'
import { UpgradeLink } from './upgrade-link.tsx'

type Props = Omit<ComponentProps<'a'>, 'onClick' | 'href'> & {
  href: string
  /** The upgrade that the viewer's plan needs for it; null for none. */
  upgrade: Pick<UpgradeModalRequest, 'step' | 'plan'> | null
  session: Promise<Session>
  /** Shown as a button of this kind; without it, as a text link. */
  kind?: ButtonKind
  /** Of the button. */
  size?: 'small'
}

/** A link that a plan may not include: then it offers that plan first, and goes on after the upgrade (§4.2, §6). */
export function GatedLink({ href, upgrade, session, kind, ...given }: Props) {
  if (upgrade) return <UpgradeLink {...upgrade} {...given} session={session} {...(kind && { kind })} then={href} />
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return kind ? <ButtonLink kind={kind} href={href} {...given} /> : <a href={href} {...given} />
}
