import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { stoppedService } from '../../../worker/contract/connections/stopped-service.ts'
import type { FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import { PLANS } from '../../../worker/contract/tiers.ts'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/panel/skeleton.tsx'
import type { ShownStep } from '../draft/shown-draft.ts'
import { StepExample } from './step-example.tsx'
import { StepSearch, type BrowsedService } from './step-search.tsx'
import '../../ui/notice.css'
import './step-panel.css'

type StepActions = {
  /** Resolves with whether the other step stands there now. */
  onReplace: (found: FoundDraftStep) => Promise<boolean>
  onAccept: () => void
  onMove: (to: number) => void
  onRemove: () => void
  onDone: () => void
  onUpgrade: (rules: EnablementRules) => void
}

type Props = StepActions & {
  step: ShownStep
  place: number
  /** How many steps its row has. */
  of: number
  services: readonly BrowsedService[]
  account: ReactNode
  /** Its fields. */
  children: ReactNode
}

/** A chosen step: its account, its fields, and an example of what it gives. */
export function StepPanel({ step, place, of, services, account, children, ...actions }: Props) {
  const [search, setSearch] = useState<'closed' | 'open' | 'canceled'>('closed')
  const withdrawn = step.state === 'withdrawn'
  const another = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (search === 'canceled') another.current?.focus()
  }, [search])
  // The search stays where the plan does not allow the step.
  async function replace(found: FoundDraftStep) {
    if (await actions.onReplace(found)) setSearch('closed')
  }
  if (search === 'open')
    return (
      <StepSearch
        kind={step.kind}
        services={services}
        first={null}
        onChoose={(found) => void replace(found)}
        onCancel={() => setSearch('canceled')}
      />
    )
  return (
    <>
      {step.description === '' ? null : <p className="quiet-text">{step.description}</p>}
      {step.loading ? (
        <div aria-busy="true">
          <Skeleton shape="text" count={3} />
        </div>
      ) : (
        <>
          {step.is_stopped && step.service ? <p className="notice-box">{stoppedService(step.service.name)}</p> : null}
          <StepNotice step={step} onAccept={actions.onAccept} onUpgrade={actions.onUpgrade} />
          {withdrawn ? null : (
            <>
              {account}
              {children}
              <StepExample ingredients={step.ingredients} />
            </>
          )}
        </>
      )}
      <div className="step-actions">
        <Button kind={withdrawn ? 'secondary' : 'primary'} size="small" onClick={actions.onDone}>
          Done
        </Button>
        <Button
          ref={another}
          kind={withdrawn ? 'primary' : 'secondary'}
          size="small"
          data-press="search"
          onClick={() => setSearch('open')}
        >
          Choose another
        </Button>
        {of > 1 ? <MoveButtons place={place} of={of} onMove={actions.onMove} /> : null}
        <Button kind="quiet" size="small" onClick={actions.onRemove}>
          Remove
        </Button>
      </div>
    </>
  )
}

type NoticeProps = Pick<Props, 'step' | 'onAccept' | 'onUpgrade'>

/** The notice that its author should see before the step's fields. */
function StepNotice({ step, onAccept, onUpgrade }: NoticeProps) {
  const { state, rules, guessed, problem } = step
  if (state === 'withdrawn')
    return (
      <p className="notice-box">
        {problem ?? `${step.service?.name ?? 'Its service'} no longer offers this. Choose another step.`}
      </p>
    )
  if (rules.block_user)
    return (
      <div className="notice-box">
        <p>{problem ?? 'Your plan does not include this yet. Your draft keeps it.'}</p>
        {rules.minimum_tier === null ? null : (
          <Button size="small" onClick={() => onUpgrade(rules)}>
            Get {PLANS[rules.minimum_tier].name}
          </Button>
        )}
      </div>
    )
  if (!guessed) return null
  return (
    <div className="notice-box">
      <p>This step comes from your sentence. Change what does not fit.</p>
      <Button kind="secondary" size="small" onClick={onAccept}>
        Looks right
      </Button>
    </div>
  )
}

type MoveProps = { place: number; of: number; onMove: (to: number) => void }

/** Moving takes the row along, so the pressed button gets the focus back. */
function MoveButtons({ place, of, onMove }: MoveProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  })

  function move(button: HTMLButtonElement | null, to: number) {
    pressed.current = button
    onMove(to)
  }
  return (
    <>
      <Button
        ref={up}
        kind="secondary"
        size="small"
        unavailable={place === 0}
        onClick={() => move(up.current, place - 1)}
      >
        Move up
      </Button>
      <Button
        ref={down}
        kind="secondary"
        size="small"
        unavailable={place === of - 1}
        onClick={() => move(down.current, place + 1)}
      >
        Move down
      </Button>
    </>
  )
}
