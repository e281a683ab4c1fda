"""The Python MCP client: lists the tools and gets pages as image content."""

import asyncio
import base64
import io

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from PIL import Image


async def main():
    server = StdioServerParameters(command="codeshot", args=["mcp", "--root", "."])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        names = {tool.name for tool in (await session.list_tools()).tools}
        assert names == {"view_code", "render_text", "estimate"}, names
        result = await session.call_tool("view_code", {"path": "code.rs", "start": 5, "end": 90, "ratio": 3})
        pages = [block for block in result.content if block.type == "image"]
        assert pages and result.content[0].type == "text", result
        for page in pages:
            Image.open(io.BytesIO(base64.b64decode(page.data))).verify()
        refused = await session.call_tool("view_code", {"path": "../../etc/passwd"})
        assert "not inside" in refused.content[0].text, refused
        print("MCP client: passed,", len(pages), "pages")


asyncio.run(main())
