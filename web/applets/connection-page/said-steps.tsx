import { editPath } from '../../../worker/contract/addresses.ts'
import type { ConnectState } from '../connect/flow/connect-state.ts'
import { statusOf } from '../connect/flow/connect-state.ts'
import type { AppletStepKind } from '../../../worker/contract/applets/applet.ts'
import './said-steps.css'
import { SaidSentence } from '../../ui/said/said-sentence.tsx'

const LABELS: Record<AppletStepKind, string> = {
  trigger: 'If',
  query: 'With',
  filter: 'When',
  wait: 'Wait',
  action: 'Then',
}

/** What each step is set to, where the list of steps is everybody's and cannot say it; and where its user changes that. */
export function SaidSteps({ state }: { state: ConnectState }) {
  const { applet, viewer } = state
  if (!viewer) return null
  return (
    <section className="said-steps" aria-labelledby="said-steps">
      <h2 id="said-steps">{viewer.is_author ? 'What it does' : 'What it does for you'}</h2>
      <ol className="rows">
        {viewer.said.map(({ id, kind, parts }, at, all) => (
          <li key={id}>
            <span className="quiet-text">{kind === 'action' && all[at - 1]?.kind === kind ? 'And' : LABELS[kind]}</span>{' '}
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
