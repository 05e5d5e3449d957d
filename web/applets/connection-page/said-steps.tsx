import { editPath } from '../../../worker/contract/addresses.ts'
import type { ConnectState } from '../connect/flow/connect-state.ts'
import { statusOf } from '../connect/flow/connect-state.ts'
import { FILTER_ID, stepsOfApplet, WAIT_ID } from '../../../worker/contract/applets/step-list.ts'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import './said-steps.css'
import { SaidSentence } from '../../ui/said/said-sentence.tsx'

const LABELS = { trigger: 'If', query: 'With', action: 'Then' } as const satisfies Record<StepKind, string>

/** What each step is set to, where the list of steps is everybody's and cannot say it; and where its user changes that. */
export function SaidSteps({ state }: { state: ConnectState }) {
  const { applet, viewer } = state
  if (!viewer) return null
  const kinds = new Map(stepsOfApplet(applet).map(({ position, kind }) => [position, kind]))
  return (
    <section className="said-steps" aria-labelledby="said-steps">
      <h2 id="said-steps">{viewer.is_author ? 'What it does' : 'What it does for you'}</h2>
      <ol className="rows">
        {viewer.said.map(({ id, parts }) => (
          <li key={id}>
            <span className="quiet-text">
              {id === FILTER_ID ? 'When' : id === WAIT_ID ? 'Wait' : LABELS[kinds.get(id) ?? 'action']}
            </span>{' '}
            <SaidSentence parts={parts} />
          </li>
        ))}
      </ol>
      {applet.has_fields && statusOf(state) === 'enabled_for_user' && !viewer.is_author ? (
        <a href={editPath(applet)}>Change what you set</a>
      ) : null}
    </section>
  )
}
