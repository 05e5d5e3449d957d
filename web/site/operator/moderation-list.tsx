import { useState } from 'react'
import { appletPath, authorPath } from '../../../worker/contract/addresses.ts'
import {
  REPORT_REASON_WORDS,
  type ModeratedApplet,
  type Moderation,
} from '../../../worker/contract/moderation/applet-report.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { timeInWords } from '../../ui/dates/dates.ts'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { TakeDownForm, type TakenDown } from './take-down-form.tsx'
import '../../ui/badge.css'

const NOTHING: TakenDown = { kind: 'applet', name: '' }

type Props = { moderation: Moderation; timeZone: string; onChanged: () => Promise<void> }

/** The reports of people, and all that is taken down. It shows no contents of runs. */
export function ModerationList({ moderation: { applets, authors }, timeZone, onChanged }: Props) {
  const [{ asked, round }, setForm] = useState({ asked: NOTHING, round: 0 })
  const ask = (next: TakenDown) => setForm((before) => ({ asked: next, round: before.round + 1 }))
  const takenDown = async () => {
    await onChanged()
    ask(NOTHING)
  }
  const presses = usePresses<string>(async (deed) => {
    const [verb, name = ''] = deed.split(' ')
    if (verb === 'dismiss') await operatorApi.dismissReports(name)
    if (verb === 'put-back') await operatorApi.takeDownApplet(name, { taken_down: false })
    if (verb === 'show') await operatorApi.hideAuthor(name, { taken_down: false })
    await onChanged()
  })
  const section = useFocusAfterRemoval<HTMLElement>(applets.length + authors.length)
  const press = (deed: string, label: string, words: string) => (
    <Button
      kind="secondary"
      size="small"
      busy={presses.isWorking(deed)}
      aria-label={label}
      onClick={() => presses.press(deed)}
    >
      {words}
    </Button>
  )
  return (
    <section aria-labelledby="moderation" ref={section} tabIndex={-1}>
      <h2 id="moderation">Reported and taken down</h2>
      <ErrorPanel title={presses.problem} />
      {applets.length === 0 ? <p className="quiet-text">Nothing is reported, and no Applet is taken down.</p> : null}
      <ul className="moderated">
        {applets.map((applet) => (
          <li key={applet.id}>
            <AppletLine applet={applet} />
            <ul>
              {applet.reports.map(({ id, reason, text, created_at }) => (
                <li key={id}>
                  {REPORT_REASON_WORDS[reason]}, {timeInWords(created_at, timeZone)}
                  {text ? <p className="said">{text}</p> : null}
                </li>
              ))}
            </ul>
            <div className="actions">
              {applet.taken_down === 'applet' ? (
                press(`put-back ${applet.id}`, `Put back ${applet.name}`, 'Put back')
              ) : (
                <Button
                  kind="secondary"
                  size="small"
                  aria-label={`Take down ${applet.name}`}
                  onClick={() => ask({ kind: 'applet', name: String(applet.id) })}
                >
                  Take down
                </Button>
              )}
              <Button
                kind="secondary"
                size="small"
                aria-label={`Hide author of ${applet.name}`}
                onClick={() => ask({ kind: 'author', name: applet.author })}
              >
                Hide author
              </Button>
              {applet.reports.length > 0
                ? press(`dismiss ${applet.id}`, `Dismiss the reports of ${applet.name}`, 'Dismiss')
                : null}
            </div>
          </li>
        ))}
        {authors.map(({ login, reason, hidden_at }) => (
          <li key={login}>
            <p>
              <b>{login}</b> <span className="badge bad">Hidden</span> since {timeInWords(hidden_at, timeZone)}
            </p>
            <p className="said">{reason}</p>
            <div className="actions">{press(`show ${login}`, `Show again ${login}`, 'Show again')}</div>
          </li>
        ))}
      </ul>
      <TakeDownForm key={round} asked={asked} takesFocus={round > 0} onTakenDown={takenDown} />
    </section>
  )
}

function AppletLine({ applet }: { applet: ModeratedApplet }) {
  const { name, author, taken_down, published, enabled_count } = applet
  return (
    <p>
      <a href={appletPath(applet)}>{name}</a> by <a href={authorPath(author)}>{author}</a>,{' '}
      {enabled_count === 1 ? '1 user' : `${enabled_count} users`}{' '}
      {taken_down ? <span className="badge bad">Taken down</span> : null}
      {published ? null : <span className="badge">Private</span>}
    </p>
  )
}
