import { expect } from 'vitest'
import { apiCall, type Visitor } from './browser.ts'

const waitMs = 30_000
const password = 'a password nobody else has 7'

interface Mails {
  items: { to: string; subject: string; text: string }[]
}

/** The path of the link in the last invitation that the mail catcher stored for an address. */
export async function invitationLink(superAdmin: Visitor, email: string): Promise<string> {
  const find = async () => {
    const { body } = await apiCall<Mails>(superAdmin, '/diagnostics/mails?limit=50')
    const mail = body.items.find(({ to, subject }) => to.includes(email) && /invitation/i.test(subject))
    return /\/auth\/reset\?token=[\w-]+&welcome=1/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(find, { timeout: waitMs }).toBeDefined()
  return (await find()) as string
}

/** The steps of an invited person: open the link and choose a password, which signs them in. */
export async function signInFromInvitation({ page }: Visitor, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('heading', { name: 'Welcome to Signet' }).waitFor()
  await page.locator('input[type=password]').first().fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/' && url.pathname !== '/auth/reset')
}
