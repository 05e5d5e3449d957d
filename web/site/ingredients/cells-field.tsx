import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { CELL_BREAK } from '../../../worker/contract/connections/service.ts'
import { Button } from '../../ui/button/button.tsx'
import { describedBy, Hint, Problem } from '../../ui/form/field.tsx'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import { columnLetters, joinCells, lastFilled, pasteCells, splitCells } from './cells.ts'
import { IngredientArea, type InsertIngredient } from './ingredient-area.tsx'
import './cells-field.css'

type Props = Pick<
  ComponentProps<typeof IngredientArea>,
  'label' | 'hint' | 'error' | 'optional' | 'known' | 'insertRef' | 'onLeave'
> & {
  /** Of its first cell. */
  id: string
  name: string
  /** The row as it is stored, with ||| between its cells. */
  value: string
  onWrite: (row: string) => void
  /** Stands beside the button that adds a cell. */
  children?: ReactNode
}

/** The row of a spreadsheet as a list of cells. A form sends it as it is stored, also without script. */
export function CellsField(props: Props) {
  const { id, name, label, hint, error, optional = false, value, known, insertRef, onWrite, onLeave, children } = props
  // A cell stays while it is empty.
  const [least, setLeast] = useState(1)
  const [pastedRows, setPastedRows] = useState(1)
  const stored = splitCells(value)
  const cells = [...stored, ...Array.from({ length: least - stored.length }, () => '')]
  const list = useFocusAfterRemoval<HTMLDivElement>(cells.length)
  const added = useRef(false)
  useEffect(() => {
    if (added.current) list.current?.querySelector<HTMLElement>('.cell:last-child textarea')?.focus()
    added.current = false
  })
  const inserts = useRef(new Map<number, InsertIngredient>())
  const current = useRef<number | null>(null)
  useImperativeHandle(insertRef, () => (inner: string) => {
    const last = cells.length - 1
    inserts.current.get(Math.min(current.current ?? last, last))?.(inner)
  })

  function write(next: readonly string[]) {
    setLeast(next.length)
    setPastedRows(1)
    onWrite(joinCells(next))
  }
  function paste(event: ClipboardEvent, index: number) {
    const pasted = pasteCells(cells, index, event.clipboardData.getData('text/plain'))
    if (!pasted) return
    event.preventDefault()
    event.stopPropagation()
    write(pasted.cells)
    setPastedRows(pasted.rows)
  }
  const row = `${id}-row`
  return (
    <fieldset className="field cells-field" aria-describedby={describedBy(row, hint, error)}>
      <legend>
        {label}
        {optional ? <span className="optional"> (optional)</span> : null}
      </legend>
      <Hint id={row}>{hint}</Hint>
      <div ref={list} tabIndex={-1} className="cells">
        {cells.map((cell, index) => (
          <div
            // Cells have no names of their own, and keep their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="cell"
            onFocus={() => (current.current = index)}
            onPasteCapture={(event) => paste(event, index)}
          >
            {index > 0 && index <= lastFilled(cells) ? <input type="hidden" name={name} value={CELL_BREAK} /> : null}
            <IngredientArea
              id={index === 0 ? id : `${id}-${index}`}
              name={name}
              label={`Column ${columnLetters(index)}`}
              value={cell}
              multiline
              rows={1}
              forPeople
              known={known}
              aria-invalid={error && index === 0 ? true : undefined}
              insertRef={(insert) => {
                if (insert) inserts.current.set(index, insert)
                else inserts.current.delete(index)
              }}
              onWrite={(text) => write(cells.with(index, text))}
              {...(onLeave && { onLeave })}
            />
            {cells.length > 1 ? (
              <Button kind="quiet" size="small" onClick={() => write(cells.toSpliced(index, 1))}>
                Remove<span className="visually-hidden"> column {columnLetters(index)}</span>
              </Button>
            ) : null}
          </div>
        ))}
      </div>
      <div className="actions">
        <Button
          kind="secondary"
          size="small"
          onClick={() => {
            added.current = true
            setLeast(cells.length + 1)
          }}
        >
          Add a cell<span className="visually-hidden"> to {label}</span>
        </Button>
        {children}
        <output className="quiet-text">
          {pastedRows > 1 ? `Only the first of the ${pastedRows} rows was pasted.` : null}
        </output>
      </div>
      <Problem id={row}>{error}</Problem>
    </fieldset>
  )
}
