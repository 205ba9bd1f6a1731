/** One instruction of a Dockerfile with its arguments; lines that continue are joined. */
export interface Instruction {
  name: string
  text: string
}

/** The instructions of each stage, by its name, or its number if it has none. Comments and empty lines are left out. */
export function readStages(dockerfile: string): Map<string, Instruction[]> {
  const stages = new Map<string, Instruction[]>()
  let stage: Instruction[] = []
  const lines = dockerfile
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
  for (const line of lines) {
    const [name = '', ...rest] = line.split(' ')
    const text = rest.join(' ')
    if (name === 'FROM') {
      stage = []
      stages.set(/ AS (\S+)$/i.exec(text)?.[1] ?? String(stages.size), stage)
    }
    stage.push({ name, text })
  }
  return stages
}
