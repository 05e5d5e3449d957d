import { useState, type FormEvent } from 'react'
import { APPLET_NAME_MAX } from '../../../worker/contract/applets/applet-name.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFocusWhenBack } from '../../ui/focus/use-focus-when-back.ts'
import { Field } from '../../ui/form/field.tsx'
import './draft-name.css'

type Props = {
  /** null: the proposed one. */
  name: string | null
  proposed: string
  problem: string | null
  onName: (name: string | null) => void
}

/** The Applet's name as the page's title, changed in place. Without one it is what its steps propose. */
export function DraftName({ name, proposed, problem, onName }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const button = useFocusWhenBack(typed !== null)

  function type(text: string) {
    setTyped(text)
    onName(text.trim() === '' ? null : text)
  }
  function close(event: FormEvent) {
    event.preventDefault()
    setTyped(null)
  }
  if (typed === null)
    return (
      <div className="draft-name">
        <h1>{name ?? proposed}</h1>
        <Button ref={button} kind="quiet" size="small" onClick={() => setTyped(name ?? proposed)}>
          Rename
        </Button>
        {problem === null ? null : <p className="problem">{problem}</p>}
      </div>
    )
  return (
    <form className="draft-name" method="dialog" onSubmit={close}>
      <h1 className="visually-hidden">{name ?? proposed}</h1>
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press on Rename asks for it
        autoFocus
        label="Name"
        hint={`Empty: “${proposed}”`}
        name="name"
        autoComplete="off"
        maxLength={APPLET_NAME_MAX}
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && setTyped(null)}
      />
      <Button type="submit" kind="secondary" size="small">
        Done
      </Button>
    </form>
  )
}
