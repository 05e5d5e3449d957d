import type { FoundStep } from '../../../worker/contract/applets/browse.ts'
import { BrandFill, brandClasses } from '../../ui/service/brand-fill.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { STEP_WORDS, stepPath } from './step-words.ts'
import './found-steps.css'

/** Triggers, queries and actions that a search has found, with their services. */
export function FoundSteps({ steps }: { steps: readonly FoundStep[] }) {
  return (
    <ul className="found-steps">
      {steps.map((step) => (
        <li key={stepPath(step)}>
          <a href={stepPath(step)}>
            <span className={`icon ${brandClasses(step.service.brand)}`}>
              <BrandFill brand={step.service.brand} />
              <ServiceIcon name="" src={step.service.monochrome_image_url} size={32} mono />
            </span>
            <b>{step.name}</b>
            <span className="quiet-text">
              {STEP_WORDS[step.kind].one} of {step.service.name}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
