import type { Service } from '../../../worker/contract/connections/service.ts'
import { BrandFill, brandClasses } from '../../ui/service/brand-fill.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import './activate-page.css'

/** The service that is connected now, and which of several it is. */
export function StepHead({ service, step, steps }: { service: Service; step: number; steps: number }) {
  return (
    <header className={brandClasses(service.brand)}>
      <BrandFill brand={service.brand} />
      <ServiceIcon name="" src={service.monochrome_image_url} size={54} mono lead />
      <h1>
        {steps > 1 ? <span className="step">{`Step ${step} of ${steps}: `}</span> : null}
        {`Connect ${service.name}`}
      </h1>
    </header>
  )
}
