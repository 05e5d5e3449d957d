import type { FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import { PressButton } from '../../ui/button/press-button.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { PlanBadge } from '../rows/plan-badge.tsx'

type Props = {
  step: FoundDraftStep
  /** As an option of a list that a field's keys move in; without it, a button of its own. */
  option?: { id: string; active: boolean }
  onChoose: (found: FoundDraftStep) => void
}

/** A step in a list to choose from. */
export function FoundStep({ step, option, onChoose }: Props) {
  const button = (
    <PressButton
      {...(option && { id: option.id, role: 'option', 'aria-selected': option.active, tabIndex: -1 })}
      onClick={() => onChoose(step)}
    >
      <ServiceIcon name="" src={step.service.icon} size={32} />
      <span className="words">
        <span className="name">{step.name}</span> <span className="service">{serviceWords(step)}</span>
      </span>
      <PlanBadge rules={step.rules} />
    </PressButton>
  )
  return option ? button : <li>{button}</li>
}

function serviceWords({ service: { name }, recent, needs_token }: FoundDraftStep): string {
  return [name, recent ? 'used recently' : needs_token ? 'needs a token' : ''].filter(Boolean).join(' · ')
}
