import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { DraftProblem, DraftStepView } from '../../../worker/contract/drafts/draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import type { CodeEditor, OpenCodeEditor } from './code-editor.ts'
import { codeNames, lineProblems } from './code-names.ts'

const LABEL = 'Filter code'

type Props = {
  code: string
  steps: readonly DraftStepView[]
  problems: readonly DraftProblem[]
  onWrite: (code: string) => void
}

/** Filter code: a text, and an editor in its place once that has loaded. */
export function CodeField({ code, steps, problems, onWrite }: Props) {
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  const names = useMemo(() => codeNames(steps), [steps])
  const lines = useMemo(() => lineProblems(problems), [problems])

  const write = useEffectEvent(onWrite)
  const open = useEffectEvent((openCodeEditor: OpenCodeEditor) => {
    if (!host.current) return null
    const focused = area.current?.matches(':focus') ?? false
    const caret = area.current?.selectionEnd ?? 0
    const opened = openCodeEditor(host.current, { label: LABEL, code, caret, names, problems: lines, onWrite: write })
    if (focused) opened.focus()
    setEditor(opened)
    return opened
  })
  useEffect(() => {
    let opened: CodeEditor | null = null
    let gone = false
    // Without the editor the text stays, and does the same.
    const show = async () => {
      const { openCodeEditor } = await import('./code-editor.ts')
      if (!gone) opened = open(openCodeEditor)
    }
    void show().catch(() => null)
    return () => {
      gone = true
      opened?.close()
    }
  }, [])
  useEffect(() => editor?.showCode(code), [editor, code])
  useEffect(() => editor?.showNames(names), [editor, names])
  useEffect(() => editor?.showProblems(lines), [editor, lines])

  return (
    <div className="code-field">
      <div hidden={editor !== null}>
        <TextAreaField
          ref={area}
          id={id}
          label={LABEL}
          value={code}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          rows={8}
          onChange={(event) => onWrite(event.currentTarget.value)}
        />
      </div>
      {editor === null ? null : (
        <>
          <p className="code-label">{LABEL}</p>
          <p className="hint">
            Names are suggested as you type. Control and Space lists them all, and Tab leaves the editor.
          </p>
        </>
      )}
      <div ref={host} className="code-editor" />
      <Problems problems={problems} onGo={editor === null ? null : editor.goToLine} />
    </div>
  )
}

type ProblemsProps = { problems: readonly DraftProblem[]; onGo: ((line: number) => void) | null }

/** The problems in the code, in words; a press leads to its line. */
function Problems({ problems, onGo }: ProblemsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list has no place in an output
    <div role="status" className="code-problems">
      {problems.length === 0 ? null : (
        <ul>
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              {line === null ? message : `Line ${line}: ${message}`}
              {line === null || onGo === null ? null : (
                <Button kind="quiet" size="small" onClick={() => onGo(line)}>
                  Go to line {line}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
