import type { ComponentProps } from 'react'
import type { Session } from '../session/session.ts'
import { ButtonLink, type ButtonKind } from '../../ui/button/button.tsx'
import { isClosed, type EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import { upgradeRequestFor } from './store/upgrade-modal-request.ts'
import { UpgradeLink } from './upgrade-link.tsx'

type Props = Omit<ComponentProps<'a'>, 'onClick' | 'href'> & {
  href: string
  /** Whether the viewer's plan includes it. */
  rules: EnablementRules
  session: Promise<Session>
  /** Shown as a button of this kind; without it, as a text link. */
  kind?: ButtonKind
  /** Of the button. */
  size?: 'small'
}

/**
 * A link that a plan may not include: then it offers the plan that does first, and goes on after the upgrade (§4.2, §6),
 * or does not appear when none is sold.
 */
export function GatedLink({ href, rules, session, kind, ...given }: Props) {
  if (isClosed(rules)) return null
  const upgrade = upgradeRequestFor(rules)
  if (upgrade) return <UpgradeLink {...upgrade} {...given} session={session} {...(kind && { kind })} then={href} />
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return kind ? <ButtonLink kind={kind} href={href} {...given} /> : <a href={href} {...given} />
}
