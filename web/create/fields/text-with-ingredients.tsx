import { useId, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { Combobox } from '../../ui/listbox/combobox.tsx'
import { Listbox } from '../../ui/listbox/listbox.tsx'
import { FilledText } from './filled-text.tsx'
import { useIngredientText, type IngredientText } from './use-ingredient-text.ts'

type Props = Omit<ComponentProps<typeof TextAreaField>, 'value' | 'onChange' | 'label'> &
  IngredientText & {
    label: string
    /** Whether it may have several lines. */
    multiline: boolean
    /** Whether it is a row of cells. */
    cells: boolean
    /** Stands beside the button that adds an ingredient. */
    tools?: ReactNode
    onLeave: () => void
  }

/** A text that takes ingredients: chosen from a list, or completed after `{{`; what it becomes stands below. */
export function TextWithIngredients(props: Props) {
  const { value, multiline, forPeople, cells, source, tools, onWrite, onLeave, ...field } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [picking, setPicking] = useState(false)
  const { area, options, found, open, list, complete, closeList, insertAtCaret, type } = useIngredientText({
    value,
    source,
    forPeople,
    onWrite,
  })
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    list.onKeyDown(event)
    // The list goes before the focus does, which would be lost with it.
    if (event.key === 'Tab') closeList()
    if (event.key === 'Enter' && !multiline) event.preventDefault()
  }

  return (
    <div className={multiline ? 'ingredient-text' : 'ingredient-text single'}>
      <TextAreaField
        rows={multiline ? 3 : 1}
        {...field}
        ref={area}
        value={value}
        aria-autocomplete={options.length > 0 ? 'list' : undefined}
        aria-controls={open ? id : undefined}
        aria-activedescendant={list.active < 0 ? undefined : `${id}-${list.active}`}
        onChange={({ currentTarget: { value: text, selectionEnd } }) =>
          type(multiline ? text : text.replace(/\s*[\r\n]+\s*/g, ' '), selectionEnd)
        }
        onKeyDown={onKeyDown}
        onBlur={() => {
          closeList()
          onLeave()
        }}
      />
      {open ? (
        <Listbox
          id={id}
          label="Ingredients"
          options={found}
          active={list.active}
          tabIndex={0}
          onChoose={(option) => complete(option.value)}
        />
      ) : null}
      {options.length > 0 ? (
        <output className="visually-hidden">
          {open ? `${found.length} ingredients. Arrow keys move, Enter adds one, Escape closes.` : null}
        </output>
      ) : null}
      {options.length > 0 || tools ? (
        <div className="tools">
          {options.length > 0 ? (
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
              Add ingredient<span className="visually-hidden"> to {field.label}</span>
            </Button>
          ) : null}
          {tools}
        </div>
      ) : null}
      {picking ? (
        <Combobox
          label="Find an ingredient"
          chosen=""
          options={options}
          nothing="No ingredient matches."
          autoOpen
          onChoose={({ value: inner }) => {
            setPicking(false)
            insertAtCaret(inner)
          }}
          onDismiss={() => {
            setPicking(false)
            button.current?.focus()
          }}
          onLeave={() => setPicking(false)}
        />
      ) : null}
      {options.length > 0 || cells ? <FilledText text={value} source={source} cells={cells} /> : null}
    </div>
  )
}
