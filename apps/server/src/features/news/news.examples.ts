import { randomUUID } from 'node:crypto'
import { pick, look, pickAnywhere } from '../../../test/demo-records.ts'
import type { Caller, DemoInput, Examples } from '../../../test/every-call/examples.ts'
import { theWorld } from '../../../test/harness.ts'

const whatsNew = () => pickAnywhere('bulletins', `kind = 'whatsNew'`)

/** A news entry that isn't deleted by the call. */
async function newsOnce(caller: Caller): Promise<DemoInput> {
  return { params: { newsId: (await look(caller, 'news')).id } }
}

export const examples: Examples = {
  records: {
    newsId: async (company, marker) => {
      const id = randomUUID()
      await theWorld().database.inCompanies([company.id], (tx) =>
        tx
          .insertInto('news')
          .values({ company_id: company.id, id, title: marker, body: marker, by_name: 'x' })
          .execute(),
      )
      return id
    },
  },
  inputs: {
    saveNews: newsOnce,
    unsaveNews: newsOnce,
    getNews: newsOnce,
    addNews: () => ({ body: { title: 'A new wave', body: 'It began today.', tags: ['Campaign'] } }),
    changeNews: async (caller) => {
      const { id: newsId, version } = await pick(caller, 'news')
      return { params: { newsId }, body: { title: 'Corrected', version } }
    },
    deleteNews: async (caller) => ({ params: { newsId: (await pick(caller, 'news')).id } }),
    addWhatsNew: () => ({ body: { title: 'Something new', body: 'Look here.' } }),
    changeWhatsNew: async () => {
      const { id: whatsNewId, version } = await whatsNew()
      return { params: { whatsNewId }, body: { body: 'Other words', version } }
    },
    deleteWhatsNew: async () => ({ params: { whatsNewId: (await whatsNew()).id } }),
  },
  async rows(tx, { company, userId }) {
    await tx
      .insertInto('news_saves')
      .values({ company_id: company.id, user_id: userId, news_id: randomUUID() })
      .execute()
  },
}
