import '../notice.css'

const LIST = new Intl.ListFormat('en')

type Props = { addresses: readonly string[]; askHref: string; field?: string | undefined }

/** Warns the author of an Applet who is about to make addresses public that look like secrets; offers to ask instead. */
export function SecretAddresses({ addresses, askHref, field }: Props) {
  return (
    <div className="notice-box">
      <p>{`${named(addresses)} looks like a secret of yours: everyone who copies the Applet has the whole address, and can use it.`}</p>
      <a href={askHref} data-field={field}>
        Turn on “Ask each user” instead
      </a>
    </div>
  )
}

export function pressAgain(addresses: readonly string[]): string {
  return `Press again to make ${named(addresses)} public.`
}

/** Such as "Publish with example.test". */
export function pressWith(press: string, addresses: readonly string[]): string {
  return `${press} with ${named(addresses)}`
}

function named(addresses: readonly string[]): string {
  return LIST.format(new Set(addresses))
}
