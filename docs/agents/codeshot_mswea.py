"""mini-swe-agent 2, local runs: `environment_class: codeshot_mswea.CodeshotEnvironment`."""

import shlex

from minisweagent.environments.local import LocalEnvironment

RUN = ["codeshot", "exec", "--agent", "mswea", "-r", "2", "--"]


class CodeshotEnvironment(LocalEnvironment):
    def execute(self, action, *args, **kwargs):
        return super().execute({**action, "command": shlex.join([*RUN, action["command"]])}, *args, **kwargs)
