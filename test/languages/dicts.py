"""Dicts where a list takes objects of this library: jsii would lose their options without a word, so that each is refused."""
import cdk8s_volumes as volumes
from cdk8s import App, Chart

POLICY = {"name": "a", "reclaim_policy": "Retain"}
CASES = {
    "classes of a stack": lambda chart: volumes.CsiDriverStack(chart, "a", driver=volumes.EfsCsiDriver(), storage_classes=[POLICY]),
    "classes of a driver": lambda chart: volumes.EfsCsiDriver(storage_classes=[POLICY]),
    "drivers of a target": lambda chart: volumes.Target.enable(chart, drivers=[{"name": "a", "can_expand": True}]),
    "elements of a set": lambda chart: volumes.ArgoApplicationSet(
        chart, "a", repo_url="https://git.example.com/a.git", elements=[{"name": "a", "path": "b", "destination_namespace": "c"}]
    ),
    "differences": lambda chart: volumes.ArgoApplication(
        chart, "a", repo_url="https://git.example.com/a.git", path="b", ignore_differences=[{"kind": "a", "json_pointers": ["/b"]}]
    ),
}

for name, make in CASES.items():
    try:
        make(Chart(App(), "chart"))
        print(f"{name}: a dict was taken")
    except TypeError as error:
        if "must be" not in str(error):
            print(f"{name}: {error}")
