import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { FieldFrame, type Words } from '../../ui/form/field.tsx'
import type { IngredientEditor, OpenIngredientEditor } from './ingredient-editor.ts'
import type { KnownIngredients } from './known-ingredients.ts'
import { writeInto } from './write-into.ts'
import './ingredient-area.css'

/** Writes an ingredient at the caret and focuses the text. `inner`: what stands between the braces. */
export type InsertIngredient = (inner: string) => void

type Props = Omit<ComponentProps<'textarea'>, 'ref' | 'onChange'> &
  Omit<Words, 'label'> & {
    label: string
    /** Whether it may have several lines. */
    multiline: boolean
    /** Whether it is for people, not for what computes with it. */
    forPeople: boolean
    /** Null for a text that takes no ingredients. */
    known: KnownIngredients | null
    insertRef?: Ref<InsertIngredient>
    /** Gets each change; a text without it keeps its own value. */
    onWrite?: (value: string) => void
    onLeave?: () => void
  }

/** A text that may have ingredients: as soon as it has one, an editor stands in its place that shows them by name. */
export function IngredientArea(props: Props) {
  const {
    label,
    hint,
    error,
    optional = false,
    multiline,
    rows = multiline ? 3 : 1,
    forPeople,
    known,
    insertRef,
    onWrite,
    onLeave,
    ...area
  } = props
  const text = useRef<HTMLTextAreaElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const visited = useRef(false)
  const [editor, setEditor] = useState<IngredientEditor | null>(null)
  const [composing, setComposing] = useState(false)
  const [braces, setBraces] = useState(false)
  if (!braces && String(area.value ?? area.defaultValue).includes('{{')) setBraces(true)
  const wanted = known !== null && braces && !composing

  const leave = useEffectEvent(() => onLeave?.())
  const open = useEffectEvent((openIngredientEditor: OpenIngredientEditor) => {
    if (!host.current || !text.current || known === null) return null
    const parts = { host: host.current, area: text.current, known, multiline, forPeople, onLeave: leave }
    const opened = openIngredientEditor(parts)
    setEditor(opened)
    return opened
  })
  useEffect(() => {
    if (!wanted) return
    let opened: IngredientEditor | null = null
    let gone = false
    // Without the editor the text stays, and does the same.
    const show = async () => {
      const { openIngredientEditor } = await import('./ingredient-editor.ts')
      if (!gone) opened = open(openIngredientEditor)
    }
    void show().catch(() => null)
    return () => {
      gone = true
      opened?.close()
      setEditor(null)
    }
  }, [wanted])
  useEffect(() => {
    if (known !== null) editor?.showIngredients(known)
  }, [editor, known])
  useEffect(() => editor?.followArea())
  useLayoutEffect(() => {
    if (text.current?.matches(':focus')) editor?.focus()
  }, [editor])

  useImperativeHandle(insertRef, () => (inner: string) => {
    const placeholder = `{{${inner}}}`
    if (editor) return editor.insert(placeholder)
    if (!text.current) return
    // Before it is focused, the caret of a text stands before what the server wrote.
    const caret = visited.current ? text.current.selectionEnd : text.current.value.length
    writeInto(text.current, placeholder, caret, caret)
    text.current.focus()
  })
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (multiline || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <FieldFrame words={{ label, hint, error, optional }} id={area.id}>
      {(wiring) => (
        <div className={rows === 1 ? 'ingredient-area single' : 'ingredient-area'}>
          <textarea
            rows={rows}
            {...wiring}
            {...area}
            id={wiring.id}
            ref={text}
            // The list of problems, its label and a form's first error lead to it, and on to the editor.
            {...(editor && { 'aria-hidden': true, tabIndex: -1 })}
            onFocus={() => {
              visited.current = true
              editor?.focus()
            }}
            onChange={({ currentTarget: { value } }) => {
              if (value.includes('{{')) setBraces(true)
              onWrite?.(multiline ? value : value.replace(/\s*[\r\n]+\s*/g, ' '))
            }}
            onKeyDown={onKeyDown}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            onBlur={({ relatedTarget }) => {
              if (relatedTarget !== host.current) onLeave?.()
            }}
          />
          <div ref={host} className="ingredient-editor" hidden={editor === null} />
        </div>
      )}
    </FieldFrame>
  )
}
