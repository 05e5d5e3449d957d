import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Combobox } from '../../ui/listbox/combobox.tsx'
import type { ListOption } from '../../ui/listbox/filter-options.ts'

type Props = {
  /** Of the field that it adds to. */
  label: string
  options: readonly ListOption[]
  /** Stands beside the button. */
  tools?: ReactNode
  /** `inner`: what stands between the braces. */
  onAdd: (inner: string) => void
}

/** The button below a text that takes ingredients, and the list that it opens. */
export function AddIngredient({ label, options, tools, onAdd }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [picking, setPicking] = useState(false)
  if (options.length === 0) return tools ? <div className="tools">{tools}</div> : null
  return (
    <>
      <div className="tools">
        <Button
          ref={button}
          kind="secondary"
          size="small"
          aria-expanded={picking}
          // The press would take the focus from the open list, which closes then, or from the field, whose error
          // would move the button away.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setPicking(!picking)}
        >
          Add ingredient<span className="visually-hidden"> to {label}</span>
        </Button>
        {tools}
      </div>
      {picking ? (
        <Combobox
          label="Find an ingredient"
          chosen=""
          options={options}
          nothing="No ingredient matches."
          autoOpen
          onChoose={({ value: inner }) => {
            setPicking(false)
            onAdd(inner)
          }}
          onDismiss={() => {
            setPicking(false)
            button.current?.focus()
          }}
          onLeave={() => setPicking(false)}
        />
      ) : null}
    </>
  )
}
