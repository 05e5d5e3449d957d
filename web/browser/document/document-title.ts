export function setDocumentTitle(title: string): void {
  document.title = title
}
