import { htmlTree, type HtmlElement } from '@signet/connectors/collect/html-tree'

/** A link of a body: where it leads, and what is shown for it. */
export interface ShownLink {
  url: string
  shown: string
}

/** What a body in HTML says. */
export interface HtmlBody {
  text: string
  links: ShownLink[]
  /** Pictures that are part of the text. Others are never loaded. */
  pictures: Buffer[]
}

const blocks = new Set('p div tr li br h1 h2 h3 h4 h5 h6 table blockquote'.split(' '))
const shownMax = 200
const pictureForm = /^data:image\/(?:png|jpeg|gif|webp);base64,([a-z0-9+/=\s]{100,})$/i

/** Reads the texts, links, targets of forms and built-in pictures of a body. Comments, scripts and styles are left out. */
export function readHtmlBody(html: string, max: { text: number; links: number; pictures: number }): HtmlBody {
  const body: HtmlBody = { text: '', links: [], pictures: [] }
  const parts: string[] = []
  let length = 0
  const write = (text: string) => {
    if (length < max.text) parts.push(text.slice(0, max.text - length))
    length += text.length
  }
  const visit = ({ name, attributes, children }: HtmlElement) => {
    const target = name === 'form' ? attributes.get('action') : attributes.get('href')
    const isLink = name === 'a' || name === 'area' || name === 'form'
    const start = parts.length
    if (name === 'img' && body.pictures.length < max.pictures) {
      const [, base64] = pictureForm.exec(attributes.get('src') ?? '') ?? []
      if (base64 !== undefined) body.pictures.push(Buffer.from(base64, 'base64'))
    }
    for (const child of children) {
      if (typeof child === 'string') write(child)
      else visit(child)
    }
    if (isLink && target !== undefined && body.links.length < max.links) {
      const url = target.trim()
      const shown = parts.slice(start).join('').replaceAll(/\s+/g, ' ').trim().slice(0, shownMax)
      if (/^https?:\/\//i.test(url) && URL.canParse(url)) body.links.push({ url, shown })
    }
    if (blocks.has(name)) write('\n')
  }
  visit(htmlTree(html))
  body.text = parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\n\s*\n\s*/g, '\n\n')
    .trim()
  return body
}
