import type { Applet, AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import type { SaidPart } from '../../../worker/contract/shared/said-part.ts'
import { lazyPart } from '../../site/lazy-part.tsx'
import { useSite } from '../../site/site-context.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { stepRows, type StepRow } from './step-rows.ts'
import './applet-steps.css'

// Lazy: only one's own Applet says it here.
const SaidSentence = lazyPart('ui/said/said-sentence.tsx', () =>
  import('../../ui/said/said-sentence.tsx').then((module) => module.SaidSentence),
)

/** The Applet's steps (§2.1, §2.2), and what they are set to where the page knows that from the beginning. */
export function AppletSteps({ applet }: { applet: Applet | AppletOfUser }) {
  // Of other Applets the page says it in a part of its own.
  const said = 'said' in applet && (!applet.published || applet.taken_down) ? applet.said : []
  const { product_name } = useSite()
  return (
    <div className="applet-steps">
      <p className="works-with">WORKS WITH {product_name}</p>
      <ol className="rows">
        {stepRows(applet).map((row, index, { length }) => (
          <Row
            key={index}
            row={row}
            service={row.service ?? product_name}
            said={said.find(({ id }) => id === row.id)?.parts}
            last={index === length - 1}
          />
        ))}
      </ol>
    </div>
  )
}

type RowProps = { row: StepRow; service: string; said: readonly SaidPart[] | undefined; last: boolean }

function Row({ row, service, said, last }: RowProps) {
  return (
    <li className={last ? 'row' : 'row guided'}>
      <span className="icon">
        {typeof row.icon === 'string' ? (
          <Glyph name={row.icon} size={32} />
        ) : (
          <ServiceIcon name="" src={row.icon.src} size={32} />
        )}
      </span>
      <span className="words">
        <span className="label">
          {row.label}
          {row.feature ? ` · ${row.feature}` : null}
          {said ? ` · ${service}` : null}
        </span>
        {said && row.says === 'alone' ? null : (
          <span className="title">{row.href ? <a href={row.href}>{row.title}</a> : row.title}</span>
        )}
        <span className="description">
          {said && row.says !== 'nowhere' ? (
            <SaidSentence parts={said} />
          ) : (
            <>
              {said ? null : <b>{service}</b>} {row.description}
            </>
          )}
        </span>
      </span>
    </li>
  )
}
