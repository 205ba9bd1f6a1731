// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { WriteEmail } from './write-email.tsx'
import { show, signIn } from '../../../test/show.tsx'

// The test browser doesn't load frames.
vi.mock('./mail-frame.tsx', () => ({ MailFrame: ({ html }: { html: string }) => <p>{html}</p> }))

const text = (message: string) => ({ reason: 'EMAIL_TEMPLATE', parameters: {}, message })

function answer(path: string, { body }: RequestInit = {}): Response {
  if (path.includes('/email/templates'))
    return Response.json([
      { template: 'message', name: text('Message'), subject: text(''), body: text('Dear {{name}},') },
    ])
  if (path.includes('/email/preview')) return Response.json({ html: `${subjectOf(body)}: Dear Ada,`, recipients: 7 })
  return Response.json([{ company: 'bank', name: 'Bank' }])
}

test('the preview begins with the text of the template, and never says that there is none while it loads', async () => {
  const previewed: string[] = []
  await signIn({ role: 'superAdmin' }, (path, init) => {
    if (path.includes('/email/preview') && typeof init.body === 'string') previewed.push(JSON.parse(init.body).body)
    return answer(path, init)
  })
  show(<WriteEmail onSent={() => undefined} />)
  await screen.findByText('No subject yet: Dear Ada,')
  expect([...new Set(previewed)]).toEqual(['Dear {{name}},'])
})

const subjectOf = (body: unknown) => (typeof body === 'string' ? JSON.parse(body).subject : '')

beforeEach(() => signIn({ role: 'superAdmin' }, answer))
test('the form says what is missing, then the button says how many people receive the email', async () => {
  show(<WriteEmail onSent={() => undefined} />)
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  await screen.findByDisplayValue('Dear {{name}},')
  await screen.findByText('Enter a subject. To send it, choose recipients too.')
  const testButton = screen.getByRole<HTMLButtonElement>('button', { name: 'Send me a test email' })
  const reason = () => document.getElementById(testButton.getAttribute('aria-describedby') ?? '')?.textContent
  expect(reason()).toBe('Enter a subject. To send it, choose recipients too.')
  // The preview shows the text of the template before anything is written.
  await screen.findByText('No subject yet: Dear Ada,')
  expect(send.disabled).toBe(true)

  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Hello' } })
  await screen.findByText('Choose recipients.')
  await screen.findByText('Hello: Dear Ada,')
  expect([testButton.disabled, reason()]).toEqual([false, undefined])
  expect(send.disabled).toBe(true)

  fireEvent.click(await screen.findByRole('button', { name: 'Select all companies' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send to 7 people…' }))
  await screen.findByRole('heading', { name: 'Send this email to 7 people?' })
}, 60_000)
