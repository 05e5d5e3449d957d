import type { FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import { PressButton } from '../../ui/button/press-button.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { PlanBadge } from '../rows/plan-badge.tsx'

type Props = { step: FoundDraftStep; onChoose: (found: FoundDraftStep) => void }

/** A step in a list to choose from. */
export function FoundStep({ step, onChoose }: Props) {
  return (
    <li>
      <PressButton onClick={() => onChoose(step)}>
        <ServiceIcon name="" src={step.service.icon} size={32} />
        <span className="words">
          <span className="name">{step.name}</span>{' '}
          <span className="service">
            {step.service.name}
            {step.recent ? ' · used recently' : ''}
          </span>
        </span>
        <PlanBadge rules={step.rules} />
      </PressButton>
    </li>
  )
}
