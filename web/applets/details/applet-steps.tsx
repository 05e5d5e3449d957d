import type { Applet, AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import type { SaidPart } from '../../../worker/contract/shared/said-part.ts'
import { lazyPart } from '../../site/lazy-part.tsx'
import { useSite } from '../../site/site-context.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { stepRows, type StepRow } from './step-rows.ts'
import './applet-steps.css'

// Lazy: only one's own Applet says it here.
const SaidSentence = lazyPart('ui/said/said-sentence.tsx', () =>
  import('../../ui/said/said-sentence.tsx').then((module) => module.SaidSentence),
)

/** The Applet's steps (§2.1, §2.2), and what they are set to where the page knows that from the beginning. */
export function AppletSteps({ applet }: { applet: Applet | AppletOfUser }) {
  const said = 'said' in applet ? applet.said : []
  const { product_name } = useSite()
  return (
    <div className="applet-steps">
      <p className="works-with">WORKS WITH {product_name}</p>
      <ol className="rows">
        {stepRows(applet).map((row, index, { length }) => (
          <Row key={index} row={row} said={said.find(({ id }) => id === row.id)?.parts} last={index === length - 1} />
        ))}
      </ol>
    </div>
  )
}

type RowProps = { row: StepRow; said: readonly SaidPart[] | undefined; last: boolean }

function Row({ row, said, last }: RowProps) {
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
          {said && row.service ? ` · ${row.service}` : null}
        </span>
        <span className="title">{row.href ? <a href={row.href}>{row.title}</a> : row.title}</span>
        <span className="description">
          {said ? (
            <SaidSentence parts={said} />
          ) : (
            <>
              {row.service ? <b>{row.service}</b> : null} {row.description}
            </>
          )}
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
