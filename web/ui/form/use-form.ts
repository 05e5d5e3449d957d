import { useEffect, useRef, useState, type SubmitEvent, type SyntheticEvent } from 'react'
import { EDITING, formReducer, isBusy, problemIn, type FormEvent, type Problem } from './form-flow.ts'
import { problemOf } from './form-problem.ts'

type Values<Name extends string> = Record<Name, string>

/**
 * Drives a form of text fields: sends its values once, shows what is refused, keeps the input and focuses the first
 * error. The fields stay uncontrolled, so that input from before this script ran is kept too.
 */
export function useForm<Name extends string>(
  names: readonly Name[],
  send: (values: Values<Name>) => Promise<unknown>,
  /** Checks the values before sending; messages by field. */
  check: (values: Values<Name>) => Problem['fields'] = nothingWrong,
) {
  const [state, setState] = useState(EDITING)
  const current = useRef(EDITING)
  const ref = useRef<HTMLFormElement>(null)
  const early = useRef<FormData>(null)

  function dispatch(event: FormEvent) {
    current.current = formReducer(current.current, event)
    setState(current.current)
  }
  async function submit(data: FormData) {
    const before = current.current
    dispatch({ type: 'submitted' })
    const { attempt } = current.current
    if (attempt === before.attempt) return
    const values = valuesOf(names, data)
    const fields = check(values)
    if (Object.keys(fields).length > 0)
      return dispatch({ type: 'refused', attempt, problem: { fields, message: null } })
    try {
      await send(values)
      dispatch({ type: 'accepted', attempt })
    } catch (error) {
      dispatch({ type: 'refused', attempt, problem: problemOf(error, names) })
    }
  }

  // Each attempt passes through another kind, so a second refusal is noticed too.
  const { kind } = state
  useEffect(() => {
    // React resets a form after its action.
    if (ref.current && early.current) refill(ref.current, early.current)
    early.current = null
  })
  useEffect(() => {
    if (kind === 'refused') ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [kind])

  return {
    state,
    busy: isBusy(state),
    problem: problemIn(state),
    form: {
      ref,
      noValidate: true,
      // As a form action, React catches a submit from before this script and replays it.
      action: (data: FormData) => {
        early.current = data
        void submit(data)
      },
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      },
      onInput: ({ target }: SyntheticEvent) => {
        if ('name' in target && typeof target.name === 'string') dispatch({ type: 'edited', field: target.name })
      },
    },
  }
}

function nothingWrong() {
  return {}
}

function valuesOf<Name extends string>(names: readonly Name[], data: FormData): Values<Name> {
  const entries = names.map((name) => [name, String(data.get(name) ?? '')])
  // Object.fromEntries loses the type of the names.
  return Object.fromEntries(entries) as Values<Name>
}

function refill(form: HTMLFormElement, data: FormData) {
  for (const [name, value] of data) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = String(value)
  }
}
