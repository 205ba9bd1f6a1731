import { randomUUID } from 'node:crypto'
import { pickAnywhere, lookAnywhere } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/every-call/examples.ts'

const scheduled = 'started_at is null'

const announcement = (key: string) => ({
  audience: { companies: [key] },
  title: 'Maintenance',
  body: 'On Sunday.',
  from: '2099-01-01T08:00:00Z',
  channels: ['bell'],
})

export const examples: Examples = {
  inputs: {
    addAnnouncement: ({ company }) => ({ body: announcement(company.key) }),
    changeAnnouncement: async () => {
      const { id: announcementId, version } = await lookAnywhere('announcements', scheduled)
      return { params: { announcementId }, body: { title: 'Maintenance moved', version } }
    },
    deleteAnnouncement: async () => ({
      params: { announcementId: (await pickAnywhere('announcements', scheduled)).id },
    }),
  },
  async rows(tx, { company, userId }) {
    await tx
      .insertInto('announcement_receipts')
      .values({ company_id: company.id, announcement_id: randomUUID(), user_id: userId })
      .execute()
  },
}
