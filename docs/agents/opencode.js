// codeshot for opencode: shell reads of source come back as pages. Anything odd leaves the output alone.
import { spawnSync } from "node:child_process"

export const Codeshot = async ({ directory }) => ({
  "tool.execute.after": async (input, output) => {
    if (input.tool !== "bash" || typeof output.output !== "string") return
    try {
      const call = { tool: input.tool, args: input.args, output: { output: output.output }, directory: input.args?.workdir ?? directory }
      const run = spawnSync("codeshot", ["hook", "opencode"], {
        input: JSON.stringify(call), encoding: "utf8", timeout: 10000, maxBuffer: 64 << 20,
      })
      if (run.status !== 0 || !run.stdout) return
      const reply = JSON.parse(run.stdout)
      output.output = reply.output
      output.attachments = reply.attachments.map((page, index) => ({
        id: `prt_codeshot_${input.callID}_${index}`, sessionID: input.sessionID, messageID: "", type: "file", ...page,
      }))
    } catch {}
  },
})
