import { useState } from 'react'
import type { MyApplet } from '../../../worker/contract/applets/my-applets.ts'
import type { SaidStep } from '../../../worker/contract/applets/applet.ts'
import { api } from '../../browser/api/api-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { SaidParts } from '../../ui/said/said-parts.tsx'

type Answer =
  | { kind: 'closed' }
  | { kind: 'asked' }
  | { kind: 'said'; said: SaidStep[] }
  | { kind: 'failed'; why: string }

/** What an Applet of the list does, step by step: asked for when it is opened. */
export function WhatItDoes({ applet: { id, name } }: { applet: Pick<MyApplet, 'id' | 'name'> }) {
  const [answer, setAnswer] = useState<Answer>({ kind: 'closed' })
  async function ask() {
    if (answer.kind === 'asked' || answer.kind === 'said') return
    setAnswer({ kind: 'asked' })
    try {
      const { viewer } = await api.appletViewer(id)
      setAnswer({ kind: 'said', said: viewer?.said ?? [] })
    } catch (error) {
      setAnswer({ kind: 'failed', why: messageOf(error) })
    }
  }
  return (
    <details className="what-it-does" onToggle={(event) => event.currentTarget.open && void ask()}>
      <summary>
        What it does<span className="visually-hidden">: {name}</span>
      </summary>
      <div aria-live="polite">
        <AnswerView answer={answer} />
      </div>
    </details>
  )
}

function AnswerView({ answer }: { answer: Answer }) {
  switch (answer.kind) {
    case 'closed':
    case 'asked':
      return <p className="quiet-text">Loading…</p>
    case 'failed':
      return <p className="quiet-text">{answer.why}</p>
    case 'said':
      return (
        <ol>
          {answer.said.map(({ id, parts }) => (
            <li key={id}>
              <SaidParts parts={parts} />
            </li>
          ))}
        </ol>
      )
  }
}
