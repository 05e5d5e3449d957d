import type { ReactNode } from 'react'
import { BILLING_PATH } from '../../../worker/contract/billing/billing-overview.ts'
import { reload } from '../../browser/navigation/navigate.ts'
import { useSite } from '../../site/site-context.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import type { OneClickProblem } from './one-click-flow.ts'

type Props = { problem: OneClickProblem | null; onRetry: () => void }

const NOTHING_CHANGED = 'Nothing was charged, and your plan has not changed.'

/** The error and its next step. */
export function OneClickTrouble({ problem, onRetry }: Props) {
  const { support_url } = useSite()
  if (!problem) return null
  return (
    <ErrorPanel title={problem.message} action={wayOn(problem.way, support_url, onRetry)}>
      {problem.way === 'card' ? NOTHING_CHANGED : null}
    </ErrorPanel>
  )
}

function wayOn(way: OneClickProblem['way'], support: string, onRetry: () => void): ReactNode {
  switch (way) {
    case 'again':
      return (
        <div className="ways">
          <Button kind="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
          <Way href={BILLING_PATH}>See your plan</Way>
        </div>
      )
    case 'card':
      return <Way href={BILLING_PATH}>Change your card</Way>
    case 'billing':
      return <Way href={BILLING_PATH}>See your plan</Way>
    case 'plans':
      return <Way href="/plans">See the plans</Way>
    case 'support':
      return support ? <Way href={support}>Contact support</Way> : null
    case 'reload':
      return (
        <Button kind="secondary" size="small" onClick={reload}>
          Reload the page
        </Button>
      )
    case null:
      return null
  }
}

function Way({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink href={href} kind="secondary" size="small">
      {children}
    </ButtonLink>
  )
}
