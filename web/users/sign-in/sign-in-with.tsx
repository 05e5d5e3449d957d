import { useEffect } from 'react'
import {
  problemInWords,
  SIGN_IN_PROBLEM,
  startPath,
  type SignInProblem,
} from '../../../worker/contract/oidc/oidc-sign-in.ts'
import { dropFromAddress } from '../../browser/navigation/page-address.ts'
import { useSite } from '../../site/site-context.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import './sign-in-with.css'

type Props = { returnTo: string; problem?: SignInProblem | null }

/** A link to the operator's OpenID provider, if one is configured. As a link it works without scripts. */
export function SignInWith({ returnTo, problem = null }: Props) {
  const { sign_in_with: name } = useSite()
  useEffect(() => dropFromAddress([SIGN_IN_PROBLEM]), [])
  if (!name) return null
  return (
    <div className="sign-in-with">
      {problem ? <Problem problem={problem} name={name} /> : null}
      <ButtonLink kind="secondary" href={startPath(returnTo)}>
        Continue with {name}
      </ButtonLink>
      <p className="or">or</p>
    </div>
  )
}

/** Users who declined at the provider expect this; only unexpected problems are alerts. */
function Problem({ problem, name }: { problem: SignInProblem; name: string }) {
  const [what, next] = problemInWords(problem, name)
  if (problem === 'denied') return <output className="denied">{`${what} ${next}`}</output>
  return <ErrorPanel title={what}>{next}</ErrorPanel>
}
