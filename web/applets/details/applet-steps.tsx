import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { useSite } from '../../site/site-context.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { stepRows, type StepRow } from './step-rows.ts'
import './applet-steps.css'

/** The Applet's steps (§2.1, §2.2). */
export function AppletSteps({ applet }: { applet: Applet }) {
  const { product_name } = useSite()
  return (
    <div className="applet-steps">
      <p className="works-with">WORKS WITH {product_name}</p>
      <ol className="rows">
        {stepRows(applet).map((row, index, { length }) => (
          <Row key={index} row={row} last={index === length - 1} />
        ))}
      </ol>
    </div>
  )
}

function Row({ row, last }: { row: StepRow; last: boolean }) {
  return (
    <li className={last ? 'row' : 'row guided'}>
      <span className="icon">
        {typeof row.icon === 'string' ? (
          <Drawing of={row.icon} />
        ) : (
          <ServiceIcon name="" src={row.icon.src} size={32} />
        )}
      </span>
      <span className="words">
        <span className="label">
          {row.label}
          {row.feature ? ` · ${row.feature}` : null}
        </span>
        <span className="title">{row.href ? <a href={row.href}>{row.title}</a> : row.title}</span>
        <span className="description">
          {row.service ? <b>{row.service}</b> : null} {row.description}
        </span>
      </span>
    </li>
  )
}

const DRAWINGS = {
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  clock: 'M12 7v5l3 3M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
} as const

function Drawing({ of }: { of: keyof typeof DRAWINGS }) {
  return (
    <svg width="32" height="32" viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[of]} stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
