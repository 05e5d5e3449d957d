import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { useSite } from '../../site/site-context.tsx'
import { Card } from '../../ui/card/card.tsx'
import { BrandFill, brandClasses } from '../../ui/service/brand-fill.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import type { StepRow } from '../details/step-rows.ts'
import type { SeenByVisitors } from './load-publish-page.ts'

/**
 * The view that others will get: the Applet's page as a visitor sees it, and its card in lists. It looks like the
 * page's own parts but is not made of them, because their file is as large as the Applet's page may load.
 */
export function PublicationPreview({ applet, seen }: { applet: Applet; seen: SeenByVisitors }) {
  return (
    <div className="preview">
      <div className="applet-page">
        <Head applet={applet} connect={seen.connect} />
        <div className="body">
          <p className="description">{applet.description}</p>
          <Reasons items={applet.value_propositions} />
          <ol className="rows">
            {seen.rows.map((row, n) => (
              <Row key={n} row={row} />
            ))}
          </ol>
          {applet.filter_code ? <FilterCode code={applet.filter_code} /> : null}
        </div>
      </div>
      <h3>In lists</h3>
      <Card applet={applet} />
    </div>
  )
}

const COUNT = new Intl.NumberFormat('en-US')

function Head({ applet, connect }: { applet: Applet; connect: SeenByVisitors['connect'] }) {
  const { name, author, brand, step_services, enabled_count: count } = applet
  return (
    <div className={`head ${brandClasses(brand)}`}>
      <BrandFill brand={brand} />
      <ul className="icons" aria-label="Services">
        {step_services.map((service) => (
          <li key={service.module_name}>
            <ServiceIcon name={service.name} src={service.monochrome_image_url} size={54} mono lead />
          </li>
        ))}
      </ul>
      <h3>{name}</h3>
      <p className="by">
        by <b>{author}</b>
        {count > 0 ? <span>{count === 1 ? '1 user' : `${COUNT.format(count)} users`}</span> : null}
      </p>
      <ConnectPicture {...connect} brand={connect.service?.brand ?? brand} />
    </div>
  )
}

/** The main button as a visitor sees it: a picture, which does nothing. */
function ConnectPicture({ label, service, brand }: SeenByVisitors['connect'] & Pick<Applet, 'brand'>) {
  const { tone, background } = brand
  return (
    <p className="connect-picture">
      <span className={`knob ${tone}`}>
        <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
          <circle cx="32" cy="32" r="32" fill={background} />
        </svg>
        {service ? <ServiceIcon name="" src={service.monochrome_image_url} size={40} mono lead /> : null}
      </span>
      {label}
    </p>
  )
}

function Reasons({ items }: { items: Applet['value_propositions'] }) {
  return items.map(({ title, text }, n) => (
    // It may be open before hydration.
    <details key={n} suppressHydrationWarning>
      <summary>{title || 'A reason without a title'}</summary>
      <p>{text}</p>
    </details>
  ))
}

function Row({ row: { label, icon, title, service, description } }: { row: StepRow }) {
  const { product_name } = useSite()
  return (
    <li>
      <span className="icon">{typeof icon === 'string' ? null : <ServiceIcon name="" src={icon.src} size={32} />}</span>
      <span>
        <span className="quiet-text">{label}</span>
        <b>{title}</b>
        <span className="quiet-text">
          <b>{service ?? product_name}</b> {description}
        </span>
      </span>
    </li>
  )
}

function FilterCode({ code }: { code: string }) {
  return (
    <details suppressHydrationWarning>
      <summary>Filter code</summary>
      {/* Makes a long line scrollable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </details>
  )
}
