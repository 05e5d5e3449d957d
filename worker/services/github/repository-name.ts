const NAME = /^(?:https?:\/\/github\.com\/)?([\w.-]{1,100})\/([\w.-]{1,100}?)(?:\.git)?\/?$/i

/** The parts of `owner/name`, or of a repository's address; null for what is neither. */
export function readRepositoryName(text: string): { owner: string; repo: string } | null {
  const [, owner = '', repo = ''] = NAME.exec(text.trim()) ?? []
  return owner === '' || /^\.{1,2}$/.test(owner) || /^\.{1,2}$/.test(repo) ? null : { owner, repo }
}
